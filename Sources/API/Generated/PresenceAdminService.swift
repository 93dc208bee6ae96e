// swift-format-ignore-file
// Generated from rollcall/v1/presence_admin.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// What administrators do with Presence: those whose account has the role, and the operator, who is
/// a process of root or of the service's own user that comes through its unix socket without a
/// token.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token), PERMISSION_DENIED
/// (NOT_ALLOWED: the caller is no administrator), UNAVAILABLE (OVERLOADED) and DEADLINE_EXCEEDED.
public protocol PresenceAdminService: Sendable {
    /// How much there is at the moment.
    func getPresenceCounts(
        _ request: GetPresenceCountsRequest,
        context: CallContext
    ) async throws -> GetPresenceCountsResponse

    /// The devices of a user that are online, those that are invisible included.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    func listUserDevices(
        _ request: ListUserDevicesRequest,
        context: CallContext
    ) async throws -> ListUserDevicesResponse

    /// Takes a device of a user offline at once, or all of them. The streams end with
    /// PERMISSION_DENIED (DEVICE_KICKED). The devices may come back:
    /// AuthAdminService.RevokeUserSessions prevents that. It is no error if there is none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    func kickUser(_ request: KickUserRequest, context: CallContext) async throws -> KickUserResponse

    /// Sends the clients of this instance away, or takes clients again. While an instance drains,
    /// its open streams end with UNAVAILABLE and a pause each, spread over the given time, new ones
    /// are refused in the same way, and its health is NOT_SERVING. Leases go on. It ends with a
    /// restart.
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
            access: .admin
        )

    public static let listUserDevices =
        Method<ListUserDevicesRequest, ListUserDevicesResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "ListUserDevices",
            kind: .unary,
            access: .admin
        )

    public static let kickUser =
        Method<KickUserRequest, KickUserResponse>(
            service: "rollcall.v1.PresenceAdminService",
            name: "KickUser",
            kind: .unary,
            access: .admin
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

    /// How much there is at the moment.
    public func getPresenceCounts(
        _ request: GetPresenceCountsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPresenceCountsResponse {
        try await client.unary(PresenceAdminServiceMethods.getPresenceCounts, request, options)
    }

    /// The devices of a user that are online, those that are invisible included.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    public func listUserDevices(
        _ request: ListUserDevicesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListUserDevicesResponse {
        try await client.unary(PresenceAdminServiceMethods.listUserDevices, request, options)
    }

    /// Takes a device of a user offline at once, or all of them. The streams end with
    /// PERMISSION_DENIED (DEVICE_KICKED). The devices may come back:
    /// AuthAdminService.RevokeUserSessions prevents that. It is no error if there is none.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED).
    public func kickUser(
        _ request: KickUserRequest,
        options: CallOptions = CallOptions()
    ) async throws -> KickUserResponse {
        try await client.unary(PresenceAdminServiceMethods.kickUser, request, options)
    }

    /// Sends the clients of this instance away, or takes clients again. While an instance drains,
    /// its open streams end with UNAVAILABLE and a pause each, spread over the given time, new ones
    /// are refused in the same way, and its health is NOT_SERVING. Leases go on. It ends with a
    /// restart.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED).
    public func setPresenceDraining(
        _ request: SetPresenceDrainingRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetPresenceDrainingResponse {
        try await client.unary(PresenceAdminServiceMethods.setPresenceDraining, request, options)
    }
}
