// swift-format-ignore-file
// Generated from rollcall/v1/presence_admin.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What administrators do with Presence. Administrators are accounts with that role, and the
/// operator: a process of root or of the service's own user that comes through the unix socket
/// without a token.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no administrator), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol PresenceAdminService: Sendable {
    /// Returns the present counts.
    func getPresenceCounts(
        _ request: GetPresenceCountsRequest,
        context: CallContext
    ) async throws -> GetPresenceCountsResponse

    /// Lists a user's devices that are online, including invisible ones.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    func listUserDevices(
        _ request: ListUserDevicesRequest,
        context: CallContext
    ) async throws -> ListUserDevicesResponse

    /// Takes one device of a user offline at once, or all of them. The streams end with
    /// PERMISSION_DENIED (DEVICE_KICKED). The devices may come back: use
    /// AuthAdminService.RevokeUserSessions to prevent that. A user without devices is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    func kickUser(_ request: KickUserRequest, context: CallContext) async throws -> KickUserResponse

    /// Drains this instance of clients, or accepts clients again. While an instance drains, its
    /// open streams end with UNAVAILABLE and a pause each, spread over the given time. New streams
    /// are refused in the same way, and the instance's health is NOT_SERVING. Leases continue.
    /// Draining ends with a restart.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    func setPresenceDraining(
        _ request: SetPresenceDrainingRequest,
        context: CallContext
    ) async throws -> SetPresenceDrainingResponse
}

/// The RPCs of `PresenceAdminService`.
public enum PresenceAdminServiceMethods {
    public static let getPresenceCounts =
        Method<GetPresenceCountsRequest, GetPresenceCountsResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "GetPresenceCounts",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let listUserDevices =
        Method<ListUserDevicesRequest, ListUserDevicesResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "ListUserDevices",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let kickUser =
        Method<KickUserRequest, KickUserResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "KickUser",
            kind: .unary,
            access: .admin,
            isRepeatable: true
        )

    public static let setPresenceDraining =
        Method<SetPresenceDrainingRequest, SetPresenceDrainingResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "SetPresenceDraining",
            kind: .unary,
            access: .admin
        )
}

extension Router {
    /// Serves the RPCs of `PresenceAdminService`.
    public mutating func add(_ service: some PresenceAdminService) {
        unary(PresenceAdminServiceMethods.getPresenceCounts) {
            try await service.getPresenceCounts($0, context: $1)
        }
        unary(PresenceAdminServiceMethods.listUserDevices) {
            try await service.listUserDevices($0, context: $1)
        }
        unary(PresenceAdminServiceMethods.kickUser) {
            try await service.kickUser($0, context: $1)
        }
        unary(PresenceAdminServiceMethods.setPresenceDraining) {
            try await service.setPresenceDraining($0, context: $1)
        }
    }
}

/// Calls `PresenceAdminService`.
public struct PresenceAdminServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Returns the present counts.
    public func getPresenceCounts(
        _ request: GetPresenceCountsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPresenceCountsResponse {
        try await client.unary(PresenceAdminServiceMethods.getPresenceCounts, request, options)
    }

    /// Lists a user's devices that are online, including invisible ones.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    public func listUserDevices(
        _ request: ListUserDevicesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListUserDevicesResponse {
        try await client.unary(PresenceAdminServiceMethods.listUserDevices, request, options)
    }

    /// Takes one device of a user offline at once, or all of them. The streams end with
    /// PERMISSION_DENIED (DEVICE_KICKED). The devices may come back: use
    /// AuthAdminService.RevokeUserSessions to prevent that. A user without devices is no error.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    public func kickUser(
        _ request: KickUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> KickUserResponse {
        try await client.unary(PresenceAdminServiceMethods.kickUser, request, options)
    }

    /// Drains this instance of clients, or accepts clients again. While an instance drains, its
    /// open streams end with UNAVAILABLE and a pause each, spread over the given time. New streams
    /// are refused in the same way, and the instance's health is NOT_SERVING. Leases continue.
    /// Draining ends with a restart.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func setPresenceDraining(
        _ request: SetPresenceDrainingRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetPresenceDrainingResponse {
        try await client.unary(PresenceAdminServiceMethods.setPresenceDraining, request, options)
    }
}
