// swift-format-ignore-file
// Generated from rollcall/v1/presence_peer.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What Auth asks of Presence: the records of users who sign up, leave or want a copy of their
/// data. Apps cannot call these RPCs.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid credential), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is another one), RESOURCE_EXHAUSTED (NO_SPACE), UNAVAILABLE
/// (OVERLOADED) and DEADLINE_EXCEEDED; with INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED) for a
/// user id that is not a UUIDv7, and (PAGE_TOKEN_INVALID) for a page token: see "Lists" in
/// PROTOCOL.md.
public protocol PresencePeerService: Sendable {
    /// Makes the record of a user who has signed up: offline, and last seen then. Registering a
    /// user twice is no error. For a user who was erased meanwhile, the call does nothing.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (NO_SPACE).
    func registerPresence(
        _ request: RegisterPresenceRequest,
        context: CallContext
    ) async throws -> RegisterPresenceResponse

    /// Erases a user: ends all leases, and deletes the last seen time, the settings and the blocks.
    /// Watches of the user see the user offline and never seen. No later call brings the user back.
    /// Erasing a user twice, or an unknown user, is no error.
    func erasePresence(
        _ request: ErasePresenceRequest,
        context: CallContext
    ) async throws -> ErasePresenceResponse

    /// Returns all data of a user.
    func exportPresence(
        _ request: ExportPresenceRequest,
        context: CallContext
    ) async throws -> ExportPresenceResponse

    /// Lists the users of whom Presence has stored anything of its own, ordered by id, in pages; or
    /// some of them. Blocks do not count, as they are a copy of Profile's. Auth compares the users
    /// with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    func listPresences(
        _ request: ListPresencesRequest,
        context: CallContext
    ) async throws -> ListPresencesResponse
}

/// The RPCs of `PresencePeerService`.
public enum PresencePeerServiceMethods {
    public static let registerPresence =
        Method<RegisterPresenceRequest, RegisterPresenceResponse>(
            service: "rollcall.v1.PresencePeerService",
            name: "RegisterPresence",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let erasePresence =
        Method<ErasePresenceRequest, ErasePresenceResponse>(
            service: "rollcall.v1.PresencePeerService",
            name: "ErasePresence",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let exportPresence =
        Method<ExportPresenceRequest, ExportPresenceResponse>(
            service: "rollcall.v1.PresencePeerService",
            name: "ExportPresence",
            kind: .unary,
            access: .auth,
            isRepeatable: true
        )

    public static let listPresences =
        Method<ListPresencesRequest, ListPresencesResponse>(
            service: "rollcall.v1.PresencePeerService",
            name: "ListPresences",
            kind: .unary,
            access: .auth,
            priority: .bulk,
            maximumRequestSize: 24576,
            isRepeatable: true
        )
}

extension Router {
    /// Serves the RPCs of `PresencePeerService`.
    public mutating func add(_ service: some PresencePeerService) {
        unary(PresencePeerServiceMethods.registerPresence) {
            try await service.registerPresence($0, context: $1)
        }
        unary(PresencePeerServiceMethods.erasePresence) {
            try await service.erasePresence($0, context: $1)
        }
        unary(PresencePeerServiceMethods.exportPresence) {
            try await service.exportPresence($0, context: $1)
        }
        unary(PresencePeerServiceMethods.listPresences) {
            try await service.listPresences($0, context: $1)
        }
    }
}

/// Calls `PresencePeerService`.
public struct PresencePeerServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Makes the record of a user who has signed up: offline, and last seen then. Registering a
    /// user twice is no error. For a user who was erased meanwhile, the call does nothing.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (NO_SPACE).
    public func registerPresence(
        _ request: RegisterPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> RegisterPresenceResponse {
        try await client.unary(PresencePeerServiceMethods.registerPresence, request, options)
    }

    /// Erases a user: ends all leases, and deletes the last seen time, the settings and the blocks.
    /// Watches of the user see the user offline and never seen. No later call brings the user back.
    /// Erasing a user twice, or an unknown user, is no error.
    public func erasePresence(
        _ request: ErasePresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ErasePresenceResponse {
        try await client.unary(PresencePeerServiceMethods.erasePresence, request, options)
    }

    /// Returns all data of a user.
    public func exportPresence(
        _ request: ExportPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ExportPresenceResponse {
        try await client.unary(PresencePeerServiceMethods.exportPresence, request, options)
    }

    /// Lists the users of whom Presence has stored anything of its own, ordered by id, in pages; or
    /// some of them. Blocks do not count, as they are a copy of Profile's. Auth compares the users
    /// with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    public func listPresences(
        _ request: ListPresencesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListPresencesResponse {
        try await client.unary(PresencePeerServiceMethods.listPresences, request, options)
    }
}
