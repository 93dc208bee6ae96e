// swift-format-ignore-file
// Generated from rollcall/v1/presence.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Whether you are here: each device of a user holds a lease while it is online; what others see is
/// the best of the user's devices (ONLINE over AWAY over OFFLINE) and when they were last seen. Two
/// of whom one has blocked the other (ProfileService.BlockUser) do not see each other: each is
/// offline to the other and was never seen, as somebody is whom nobody knows.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED
/// when the caller's session was ended), PERMISSION_DENIED (NOT_ALLOWED: the RPC is for callers of
/// another kind), UNAVAILABLE (OVERLOADED, also when the service holds as many leases or watches as
/// it can) and DEADLINE_EXCEEDED. ErasePresence and SetPresenceFrozen write to the disk before they
/// answer, and can fail with RESOURCE_EXHAUSTED (NO_SPACE). Leases and watches are in memory, and
/// go on while the disk is full.
public protocol PresenceService: Sendable {
    /// Takes a lease for one of the caller's devices. A device that is online already gets a new
    /// lease in place of the old one. The lease belongs to the caller's session: when that ends,
    /// for whatever reason, the device is offline within a second.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID) also for a user who was erased;
    /// INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_DEVICES, at
    /// most 16); UNAVAILABLE, without a reason and with the trailer `retry-pushback-ms`, for a user
    /// who is frozen. Refreshing the access token of a frozen user changes nothing: the token is
    /// valid. The freezing ends by itself when a check of the services has found the account, so
    /// the client tries again after the pause.
    func goOnline(_ request: GoOnlineRequest, context: CallContext) async throws -> GoOnlineResponse

    /// Renews a lease. To be sent every third of the lease's length.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED).
    func heartbeat(
        _ request: HeartbeatRequest,
        context: CallContext
    ) async throws -> HeartbeatResponse

    /// Says whether the user of the device is away, and renews the lease.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED).
    func setAway(_ request: SetAwayRequest, context: CallContext) async throws -> SetAwayResponse

    /// Ends a lease at once. A lease that has ended is no error.
    func goOffline(
        _ request: GoOfflineRequest,
        context: CallContext
    ) async throws -> GoOfflineResponse

    /// The presence of many users at once. A user that nobody has heard of is offline and was never
    /// seen.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED, TOO_MANY: at most 1,000); UNAVAILABLE with the
    /// trailer `retry-pushback-ms` until the service has heard for the first time who has blocked
    /// whom.
    func getPresence(
        _ request: GetPresenceRequest,
        context: CallContext
    ) async throws -> GetPresenceResponse

    /// The presence of many users now, then every change of it, until the caller cancels. A slow
    /// reader misses changes in between, never the last one. When the service is about to stop, or
    /// no longer knows which sessions have ended, the stream ends with UNAVAILABLE: call again,
    /// with the last cursor. A block, and the end of one, is told to the two whom it concerns, and
    /// to nobody else.
    ///
    /// Errors: as GetPresence; INVALID_ARGUMENT (FIELD_MISSING without users); RESOURCE_EXHAUSTED
    /// (TOO_MANY: a caller has at most 64 watches open); UNAUTHENTICATED when the access token
    /// expires or the session ends while the stream is open.
    func watch(
        _ request: WatchRequest,
        responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws

    /// Forgets a user: ends all leases, and removes when the user was last seen, and the user from
    /// who has blocked whom. Those who watch the user see the user offline and never seen. No later
    /// call brings the user back, unless `is_stray` was set. It is no error to erase a user twice,
    /// or one who is not known.
    func erasePresence(
        _ request: ErasePresenceRequest,
        context: CallContext
    ) async throws -> ErasePresenceResponse

    /// All that there is of a user.
    func exportPresence(
        _ request: ExportPresenceRequest,
        context: CallContext
    ) async throws -> ExportPresenceResponse

    /// The users of whom Presence has stored anything of its own, in the order of their ids, by
    /// pages; or some of them: who has blocked whom is a copy of what Profile has. Auth compares
    /// them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    func listPresences(
        _ request: ListPresencesRequest,
        context: CallContext
    ) async throws -> ListPresencesResponse

    /// Freezes a user, or ends that. A frozen user is offline and was never seen for anybody, and
    /// cannot go online (UNAVAILABLE). It is no error to freeze a user twice, or one who is not
    /// known.
    func setPresenceFrozen(
        _ request: SetPresenceFrozenRequest,
        context: CallContext
    ) async throws -> SetPresenceFrozenResponse
}

/// The RPCs of `PresenceService`.
public enum PresenceServiceMethods {
    public static let goOnline =
        Method<GoOnlineRequest, GoOnlineResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GoOnline",
            kind: .unary,
            access: .owner
        )

    public static let heartbeat =
        Method<HeartbeatRequest, HeartbeatResponse>(
            service: "rollcall.v1.PresenceService",
            name: "Heartbeat",
            kind: .unary,
            access: .owner
        )

    public static let setAway =
        Method<SetAwayRequest, SetAwayResponse>(
            service: "rollcall.v1.PresenceService",
            name: "SetAway",
            kind: .unary,
            access: .owner
        )

    public static let goOffline =
        Method<GoOfflineRequest, GoOfflineResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GoOffline",
            kind: .unary,
            access: .owner
        )

    public static let getPresence =
        Method<GetPresenceRequest, GetPresenceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GetPresence",
            kind: .unary,
            access: .user
        )

    public static let watch =
        Method<WatchRequest, WatchResponse>(
            service: "rollcall.v1.PresenceService",
            name: "Watch",
            kind: .serverStreaming,
            access: .user
        )

    public static let erasePresence =
        Method<ErasePresenceRequest, ErasePresenceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "ErasePresence",
            kind: .unary,
            access: .auth
        )

    public static let exportPresence =
        Method<ExportPresenceRequest, ExportPresenceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "ExportPresence",
            kind: .unary,
            access: .auth
        )

    public static let listPresences =
        Method<ListPresencesRequest, ListPresencesResponse>(
            service: "rollcall.v1.PresenceService",
            name: "ListPresences",
            kind: .unary,
            access: .auth,
            priority: .bulk
        )

    public static let setPresenceFrozen =
        Method<SetPresenceFrozenRequest, SetPresenceFrozenResponse>(
            service: "rollcall.v1.PresenceService",
            name: "SetPresenceFrozen",
            kind: .unary,
            access: .auth
        )
}

extension Router {
    /// Serves the RPCs of `PresenceService`.
    public mutating func add(_ service: some PresenceService) {
        unary(PresenceServiceMethods.goOnline) {
            try await service.goOnline($0, context: $1)
        }
        unary(PresenceServiceMethods.heartbeat) {
            try await service.heartbeat($0, context: $1)
        }
        unary(PresenceServiceMethods.setAway) {
            try await service.setAway($0, context: $1)
        }
        unary(PresenceServiceMethods.goOffline) {
            try await service.goOffline($0, context: $1)
        }
        unary(PresenceServiceMethods.getPresence) {
            try await service.getPresence($0, context: $1)
        }
        serverStreaming(PresenceServiceMethods.watch) {
            try await service.watch($0, responses: $1, context: $2)
        }
        unary(PresenceServiceMethods.erasePresence) {
            try await service.erasePresence($0, context: $1)
        }
        unary(PresenceServiceMethods.exportPresence) {
            try await service.exportPresence($0, context: $1)
        }
        unary(PresenceServiceMethods.listPresences) {
            try await service.listPresences($0, context: $1)
        }
        unary(PresenceServiceMethods.setPresenceFrozen) {
            try await service.setPresenceFrozen($0, context: $1)
        }
    }
}

/// Calls `PresenceService`.
public struct PresenceServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Takes a lease for one of the caller's devices. A device that is online already gets a new
    /// lease in place of the old one. The lease belongs to the caller's session: when that ends,
    /// for whatever reason, the device is offline within a second.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID) also for a user who was erased;
    /// INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_DEVICES, at
    /// most 16); UNAVAILABLE, without a reason and with the trailer `retry-pushback-ms`, for a user
    /// who is frozen. Refreshing the access token of a frozen user changes nothing: the token is
    /// valid. The freezing ends by itself when a check of the services has found the account, so
    /// the client tries again after the pause.
    public func goOnline(
        _ request: GoOnlineRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GoOnlineResponse {
        try await client.unary(PresenceServiceMethods.goOnline, request, options)
    }

    /// Renews a lease. To be sent every third of the lease's length.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED).
    public func heartbeat(
        _ request: HeartbeatRequest,
        options: CallOptions = CallOptions()
    ) async throws -> HeartbeatResponse {
        try await client.unary(PresenceServiceMethods.heartbeat, request, options)
    }

    /// Says whether the user of the device is away, and renews the lease.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED).
    public func setAway(
        _ request: SetAwayRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetAwayResponse {
        try await client.unary(PresenceServiceMethods.setAway, request, options)
    }

    /// Ends a lease at once. A lease that has ended is no error.
    public func goOffline(
        _ request: GoOfflineRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GoOfflineResponse {
        try await client.unary(PresenceServiceMethods.goOffline, request, options)
    }

    /// The presence of many users at once. A user that nobody has heard of is offline and was never
    /// seen.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED, TOO_MANY: at most 1,000); UNAVAILABLE with the
    /// trailer `retry-pushback-ms` until the service has heard for the first time who has blocked
    /// whom.
    public func getPresence(
        _ request: GetPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPresenceResponse {
        try await client.unary(PresenceServiceMethods.getPresence, request, options)
    }

    /// The presence of many users now, then every change of it, until the caller cancels. A slow
    /// reader misses changes in between, never the last one. When the service is about to stop, or
    /// no longer knows which sessions have ended, the stream ends with UNAVAILABLE: call again,
    /// with the last cursor. A block, and the end of one, is told to the two whom it concerns, and
    /// to nobody else.
    ///
    /// Errors: as GetPresence; INVALID_ARGUMENT (FIELD_MISSING without users); RESOURCE_EXHAUSTED
    /// (TOO_MANY: a caller has at most 64 watches open); UNAUTHENTICATED when the access token
    /// expires or the session ends while the stream is open.
    public func watch(
        _ request: WatchRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchResponse> {
        try await client.serverStreaming(PresenceServiceMethods.watch, request, options)
    }

    /// Forgets a user: ends all leases, and removes when the user was last seen, and the user from
    /// who has blocked whom. Those who watch the user see the user offline and never seen. No later
    /// call brings the user back, unless `is_stray` was set. It is no error to erase a user twice,
    /// or one who is not known.
    public func erasePresence(
        _ request: ErasePresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ErasePresenceResponse {
        try await client.unary(PresenceServiceMethods.erasePresence, request, options)
    }

    /// All that there is of a user.
    public func exportPresence(
        _ request: ExportPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ExportPresenceResponse {
        try await client.unary(PresenceServiceMethods.exportPresence, request, options)
    }

    /// The users of whom Presence has stored anything of its own, in the order of their ids, by
    /// pages; or some of them: who has blocked whom is a copy of what Profile has. Auth compares
    /// them with its accounts (AuthAdminService.CheckConsistency).
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED for an id that is no UUIDv7; TOO_MANY for more
    /// than 500).
    public func listPresences(
        _ request: ListPresencesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListPresencesResponse {
        try await client.unary(PresenceServiceMethods.listPresences, request, options)
    }

    /// Freezes a user, or ends that. A frozen user is offline and was never seen for anybody, and
    /// cannot go online (UNAVAILABLE). It is no error to freeze a user twice, or one who is not
    /// known.
    public func setPresenceFrozen(
        _ request: SetPresenceFrozenRequest,
        options: CallOptions = CallOptions()
    ) async throws -> SetPresenceFrozenResponse {
        try await client.unary(PresenceServiceMethods.setPresenceFrozen, request, options)
    }
}
