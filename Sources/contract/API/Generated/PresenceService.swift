// swift-format-ignore-file
// Generated from rollcall/v1/presence.proto by proto/generate.sh. Do not edit.

import RollcallRPC
import RollcallWire

/// Who is online. Each device of a user holds a lease while it is online. Others see the best state
/// of the user's devices (ONLINE over AWAY over OFFLINE), when the user was last seen, the display
/// name, and the user's status text.
///
/// Users choose in UpdatePresenceSettings what others see. Two users of whom one has blocked the
/// other (ProfileService.BlockUser) do not see each other. A user who is hidden from the caller,
/// for any reason, looks in every byte like an unknown user: OFFLINE, never seen, without a name.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED
/// when the caller's session has ended), PERMISSION_DENIED (NOT_ALLOWED: the RPC is for callers of
/// another kind), UNAVAILABLE (OVERLOADED, also when the service holds as many leases or watches as
/// it can) and DEADLINE_EXCEEDED.
///
/// A user may make 20 changes a second, over all devices of the user together, after the first 100.
/// Beyond that GoOnline, Attach, UpdatePresenceSettings and a Heartbeat with a change fail with
/// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS), `retry_after_ms` and the trailer `retry-pushback-ms`.
/// Then nothing is changed, and no lease is renewed. GoOffline and a Heartbeat without a change are
/// never refused for that reason. Messages of an attached device beyond the limit wait at the
/// sender, and its lease goes on.
///
/// UpdatePresenceSettings writes to the disk before it answers, and can fail with
/// RESOURCE_EXHAUSTED (NO_SPACE). Leases and watches are in memory, and continue while the disk is
/// full. Beyond its `rate` an RPC fails with RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with
/// `retry_after_ms`).
public protocol PresenceService: Sendable {
    /// Keeps one of the caller's devices online for as long as the stream is open. The first
    /// message names the device. The answer says how often the client must send a message
    /// (`beat_ms`); an empty message is enough. A device that already has a lease gets a new one
    /// instead, and the stream of the old one ends with ABORTED (LEASE_ENDED). The answer is sent
    /// again at least every 20 seconds, as proxies and phones end a stream that is quiet for a
    /// minute.
    ///
    /// Once the device is attached, its stream ends in one of these ways. In the first six the
    /// device is offline at once:
    /// - OK: the client has sent DEVICE_STATE_OFFLINE.
    /// - NOT_FOUND (LEASE_ENDED): nothing was received for the length of the lease. Attach again.
    /// - ABORTED (LEASE_ENDED): another call has ended the lease, or the device has another one.
    /// - PERMISSION_DENIED (DEVICE_KICKED): the device was kicked. Wait until its user asks for it.
    /// - UNAUTHENTICATED (SESSION_ENDED): the session has ended. Sign in.
    /// - UNAUTHENTICATED (ACCESS_TOKEN_INVALID): the user was erased.
    /// - UNAVAILABLE with `retry-pushback-ms`: the service is about to stop or drains. The lease
    /// goes on: attach again after the pause, at any instance. The pause differs for each stream,
    /// so that not all clients return at once.
    /// - UNAVAILABLE without it: Auth does not answer, so that nobody knows which sessions have
    /// ended. The lease goes on: attach again later.
    /// - UNAUTHENTICATED (ACCESS_TOKEN_INVALID): the access token has expired. Attach again with a
    /// new one.
    /// - OK: the client has ended its side of the stream.
    /// - INVALID_ARGUMENT (FIELD_MALFORMED): a message broke a rule.
    ///
    /// After the last three, and when the connection is lost, the device goes offline after a grace
    /// period (5 seconds by default), unless it is attached again by then. A device that returns
    /// within the grace period is not seen to leave or come.
    ///
    /// Errors: as GoOnline; INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); those above.
    func attach(
        _ requests: RequestStream<AttachRequest>,
        responses: ResponseWriter<AttachResponse>,
        context: CallContext
    ) async throws

    /// Takes a lease for one of the caller's devices, for clients that cannot hold a stream open
    /// (see Attach). A device that is already online gets a new lease instead of the old one. The
    /// lease belongs to the caller's session: when that ends, for any reason, the device is offline
    /// within a second.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_DEVICES, at most 16;
    /// TOO_MANY_ATTEMPTS).
    func goOnline(_ request: GoOnlineRequest, context: CallContext) async throws -> GoOnlineResponse

    /// Renews a lease, and changes what the request names: the device's state, how long ago it was
    /// touched, the user's status text. Send it after every third of the lease's length. Wait for
    /// the answer before you send the next one: a retry that arrives after a newer heartbeat undoes
    /// what that one has changed.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED); INVALID_ARGUMENT (FIELD_MALFORMED); with a change,
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS).
    func heartbeat(
        _ request: HeartbeatRequest,
        context: CallContext
    ) async throws -> HeartbeatResponse

    /// Ends a lease at once. A lease that has already ended is no error.
    func goOffline(
        _ request: GoOfflineRequest,
        context: CallContext
    ) async throws -> GoOfflineResponse

    /// Lists the caller's devices that are online, including invisible ones.
    func listDevices(
        _ request: ListDevicesRequest,
        context: CallContext
    ) async throws -> ListDevicesResponse

    /// Takes one of the caller's devices offline at once. Its stream ends with PERMISSION_DENIED
    /// (DEVICE_KICKED). The device may come back: end its session (AuthService.RevokeSession) to
    /// prevent that. A lease that has already ended is no error.
    func kickDevice(
        _ request: KickDeviceRequest,
        context: CallContext
    ) async throws -> KickDeviceResponse

    /// Returns what others may see of the caller.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user.
    func getPresenceSettings(
        _ request: GetPresenceSettingsRequest,
        context: CallContext
    ) async throws -> GetPresenceSettingsResponse

    /// Changes what others may see of the caller. Watches of the caller are told at once. Wait for
    /// the answer before you make the next change: a retry that arrives after a newer change undoes
    /// it.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (NO_SPACE, TOO_MANY_ATTEMPTS).
    func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest,
        context: CallContext
    ) async throws -> UpdatePresenceSettingsResponse

    /// Returns the presence of many users. An unknown user is offline and was never seen.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED, TOO_MANY: at most 1,000); UNAVAILABLE with the
    /// trailer `retry-pushback-ms` until the service has received all blocks for the first time.
    func getPresence(
        _ request: GetPresenceRequest,
        context: CallContext
    ) async throws -> Encoded<GetPresenceResponse>

    /// Sends the presence of many users now, then every change of it, until the caller cancels. The
    /// first message opens the watch. Each later one removes users from it and adds others. Added
    /// users are sent as changes. Changes of the same moment come in one message. A slow reader
    /// misses changes in between, but never the last one. A block, and the end of one, is told only
    /// to the two users whom it concerns.
    ///
    /// Each message is answered by at least one update, and the next one is read after that. So a
    /// caller that sends faster than it reads has to wait. A message that is refused ends the
    /// watch.
    ///
    /// When the service is about to stop or drains, or no longer knows which sessions have ended,
    /// the stream ends with UNAVAILABLE. In the first two cases it has the trailer
    /// `retry-pushback-ms`, which differs for each stream. Watch the same users again with the last
    /// cursor, also after a restart. When the caller ends its side of the stream, the watch goes
    /// on.
    ///
    /// A message comes at least every 20 seconds. While there is nothing else to send, it has empty
    /// `changes` and no cursor; the last cursor stays valid.
    ///
    /// Errors: as GetPresence; INVALID_ARGUMENT (FIELD_MISSING without users in the first message;
    /// TOO_MANY for more than 1,000 users in one message); RESOURCE_EXHAUSTED (TOO_MANY: a caller
    /// has at most 64 watches open, of at most 10,000 users in all); UNAUTHENTICATED when the
    /// access token expires or the session ends while the stream is open.
    func watch(
        _ requests: RequestStream<WatchRequest>,
        responses: ResponseWriter<WatchResponse>,
        context: CallContext
    ) async throws

    /// The same as Watch for clients that cannot send a stream, such as browsers. The users stay
    /// the same until the stream ends: to watch others, call again. The stream begins, goes on, is
    /// continued and ends as that of Watch does. A cursor of one of the two RPCs is also valid for
    /// the other. What a caller may watch counts for both together.
    ///
    /// Errors: as Watch; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who opens more than 60 in a minute.
    func watchPresence(
        _ request: WatchPresenceRequest,
        responses: ResponseWriter<WatchPresenceResponse>,
        context: CallContext
    ) async throws
}

/// The RPCs of `PresenceService`.
public enum PresenceServiceMethods {
    public static let attach =
        Method<AttachRequest, AttachResponse>(
            service: "rollcall.v1.PresenceService",
            name: "Attach",
            kind: .bidirectional,
            access: .owner,
            limit: CallLimit("changes")
        )

    public static let goOnline =
        Method<GoOnlineRequest, GoOnlineResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GoOnline",
            kind: .unary,
            access: .owner,
            limit: CallLimit("changes")
        )

    public static let heartbeat =
        Method<HeartbeatRequest, HeartbeatResponse>(
            service: "rollcall.v1.PresenceService",
            name: "Heartbeat",
            kind: .unary,
            access: .owner,
            limit: CallLimit("lease.account", RateLimit(50, per: .seconds(1), burst: 500)),
            isRepeatable: true
        )

    public static let goOffline =
        Method<GoOfflineRequest, GoOfflineResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GoOffline",
            kind: .unary,
            access: .owner,
            limit: CallLimit("lease.account", RateLimit(50, per: .seconds(1), burst: 500)),
            isRepeatable: true
        )

    public static let listDevices =
        Method<ListDevicesRequest, ListDevicesResponse>(
            service: "rollcall.v1.PresenceService",
            name: "ListDevices",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let kickDevice =
        Method<KickDeviceRequest, KickDeviceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "KickDevice",
            kind: .unary,
            access: .owner,
            limit: CallLimit("lease.account", RateLimit(50, per: .seconds(1), burst: 500)),
            isRepeatable: true
        )

    public static let getPresenceSettings =
        Method<GetPresenceSettingsRequest, GetPresenceSettingsResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GetPresenceSettings",
            kind: .unary,
            access: .owner,
            isRepeatable: true
        )

    public static let updatePresenceSettings =
        Method<UpdatePresenceSettingsRequest, UpdatePresenceSettingsResponse>(
            service: "rollcall.v1.PresenceService",
            name: "UpdatePresenceSettings",
            kind: .unary,
            access: .owner,
            limit: CallLimit("presence-settings.account", RateLimit(60, per: .seconds(60), burst: 60)),
            isRepeatable: true
        )

    public static let getPresence =
        Method<GetPresenceRequest, GetPresenceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "GetPresence",
            kind: .unary,
            access: .user,
            maximumRequestSize: 49152,
            isRepeatable: true
        )

    public static let watch =
        Method<WatchRequest, WatchResponse>(
            service: "rollcall.v1.PresenceService",
            name: "Watch",
            kind: .bidirectional,
            access: .user,
            maximumRequestSize: 98304,
            isRepeatable: true
        )

    public static let watchPresence =
        Method<WatchPresenceRequest, WatchPresenceResponse>(
            service: "rollcall.v1.PresenceService",
            name: "WatchPresence",
            kind: .serverStreaming,
            access: .user,
            limit: CallLimit("presence-watch.account", RateLimit(120, per: .seconds(60), burst: 120)),
            maximumRequestSize: 49152,
            isRepeatable: true
        )

    /// The limits of which the server counts the calls.
    public static let limits: [CallLimit] = [
        heartbeat.limit,
        goOffline.limit,
        kickDevice.limit,
        updatePresenceSettings.limit,
        watchPresence.limit
    ].compactMap(\.self)
}

extension Router {
    /// Serves the RPCs of `PresenceService`.
    public mutating func add(_ service: some PresenceService) {
        bidirectional(PresenceServiceMethods.attach) {
            try await service.attach($0, responses: $1, context: $2)
        }
        unary(PresenceServiceMethods.goOnline) {
            try await service.goOnline($0, context: $1)
        }
        unary(PresenceServiceMethods.heartbeat) {
            try await service.heartbeat($0, context: $1)
        }
        unary(PresenceServiceMethods.goOffline) {
            try await service.goOffline($0, context: $1)
        }
        unary(PresenceServiceMethods.listDevices) {
            try await service.listDevices($0, context: $1)
        }
        unary(PresenceServiceMethods.kickDevice) {
            try await service.kickDevice($0, context: $1)
        }
        unary(PresenceServiceMethods.getPresenceSettings) {
            try await service.getPresenceSettings($0, context: $1)
        }
        unary(PresenceServiceMethods.updatePresenceSettings) {
            try await service.updatePresenceSettings($0, context: $1)
        }
        unary(PresenceServiceMethods.getPresence) {
            try await service.getPresence($0, context: $1)
        }
        bidirectional(PresenceServiceMethods.watch) {
            try await service.watch($0, responses: $1, context: $2)
        }
        serverStreaming(PresenceServiceMethods.watchPresence) {
            try await service.watchPresence($0, responses: $1, context: $2)
        }
    }
}

/// Calls `PresenceService`.
public struct PresenceServiceClient: Sendable {
    private let client: any RPCClient

    public init(_ client: any RPCClient) {
        self.client = client
    }

    /// Keeps one of the caller's devices online for as long as the stream is open. The first
    /// message names the device. The answer says how often the client must send a message
    /// (`beat_ms`); an empty message is enough. A device that already has a lease gets a new one
    /// instead, and the stream of the old one ends with ABORTED (LEASE_ENDED). The answer is sent
    /// again at least every 20 seconds, as proxies and phones end a stream that is quiet for a
    /// minute.
    ///
    /// Once the device is attached, its stream ends in one of these ways. In the first six the
    /// device is offline at once:
    /// - OK: the client has sent DEVICE_STATE_OFFLINE.
    /// - NOT_FOUND (LEASE_ENDED): nothing was received for the length of the lease. Attach again.
    /// - ABORTED (LEASE_ENDED): another call has ended the lease, or the device has another one.
    /// - PERMISSION_DENIED (DEVICE_KICKED): the device was kicked. Wait until its user asks for it.
    /// - UNAUTHENTICATED (SESSION_ENDED): the session has ended. Sign in.
    /// - UNAUTHENTICATED (ACCESS_TOKEN_INVALID): the user was erased.
    /// - UNAVAILABLE with `retry-pushback-ms`: the service is about to stop or drains. The lease
    /// goes on: attach again after the pause, at any instance. The pause differs for each stream,
    /// so that not all clients return at once.
    /// - UNAVAILABLE without it: Auth does not answer, so that nobody knows which sessions have
    /// ended. The lease goes on: attach again later.
    /// - UNAUTHENTICATED (ACCESS_TOKEN_INVALID): the access token has expired. Attach again with a
    /// new one.
    /// - OK: the client has ended its side of the stream.
    /// - INVALID_ARGUMENT (FIELD_MALFORMED): a message broke a rule.
    ///
    /// After the last three, and when the connection is lost, the device goes offline after a grace
    /// period (5 seconds by default), unless it is attached again by then. A device that returns
    /// within the grace period is not seen to leave or come.
    ///
    /// Errors: as GoOnline; INVALID_ARGUMENT (FIELD_MISSING, FIELD_MALFORMED); those above.
    public func attach(
        options: CallOptions = CallOptions()
    ) async throws -> BidirectionalCall<AttachRequest, AttachResponse> {
        try await client.bidirectional(PresenceServiceMethods.attach, options)
    }

    /// Takes a lease for one of the caller's devices, for clients that cannot hold a stream open
    /// (see Attach). A device that is already online gets a new lease instead of the old one. The
    /// lease belongs to the caller's session: when that ends, for any reason, the device is offline
    /// within a second.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_DEVICES, at most 16;
    /// TOO_MANY_ATTEMPTS).
    public func goOnline(
        _ request: GoOnlineRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GoOnlineResponse {
        try await client.unary(PresenceServiceMethods.goOnline, request, options)
    }

    /// Renews a lease, and changes what the request names: the device's state, how long ago it was
    /// touched, the user's status text. Send it after every third of the lease's length. Wait for
    /// the answer before you send the next one: a retry that arrives after a newer heartbeat undoes
    /// what that one has changed.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED); INVALID_ARGUMENT (FIELD_MALFORMED); with a change,
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS).
    public func heartbeat(
        _ request: HeartbeatRequest,
        options: CallOptions = CallOptions()
    ) async throws -> HeartbeatResponse {
        try await client.unary(PresenceServiceMethods.heartbeat, request, options)
    }

    /// Ends a lease at once. A lease that has already ended is no error.
    public func goOffline(
        _ request: GoOfflineRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GoOfflineResponse {
        try await client.unary(PresenceServiceMethods.goOffline, request, options)
    }

    /// Lists the caller's devices that are online, including invisible ones.
    public func listDevices(
        _ request: ListDevicesRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ListDevicesResponse {
        try await client.unary(PresenceServiceMethods.listDevices, request, options)
    }

    /// Takes one of the caller's devices offline at once. Its stream ends with PERMISSION_DENIED
    /// (DEVICE_KICKED). The device may come back: end its session (AuthService.RevokeSession) to
    /// prevent that. A lease that has already ended is no error.
    public func kickDevice(
        _ request: KickDeviceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> KickDeviceResponse {
        try await client.unary(PresenceServiceMethods.kickDevice, request, options)
    }

    /// Returns what others may see of the caller.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user.
    public func getPresenceSettings(
        _ request: GetPresenceSettingsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPresenceSettingsResponse {
        try await client.unary(PresenceServiceMethods.getPresenceSettings, request, options)
    }

    /// Changes what others may see of the caller. Watches of the caller are told at once. Wait for
    /// the answer before you make the next change: a retry that arrives after a newer change undoes
    /// it.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (NO_SPACE, TOO_MANY_ATTEMPTS).
    public func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest,
        options: CallOptions = CallOptions()
    ) async throws -> UpdatePresenceSettingsResponse {
        try await client.unary(PresenceServiceMethods.updatePresenceSettings, request, options)
    }

    /// Returns the presence of many users. An unknown user is offline and was never seen.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED, TOO_MANY: at most 1,000); UNAVAILABLE with the
    /// trailer `retry-pushback-ms` until the service has received all blocks for the first time.
    public func getPresence(
        _ request: GetPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> GetPresenceResponse {
        try await client.unary(PresenceServiceMethods.getPresence, request, options)
    }

    /// Sends the presence of many users now, then every change of it, until the caller cancels. The
    /// first message opens the watch. Each later one removes users from it and adds others. Added
    /// users are sent as changes. Changes of the same moment come in one message. A slow reader
    /// misses changes in between, but never the last one. A block, and the end of one, is told only
    /// to the two users whom it concerns.
    ///
    /// Each message is answered by at least one update, and the next one is read after that. So a
    /// caller that sends faster than it reads has to wait. A message that is refused ends the
    /// watch.
    ///
    /// When the service is about to stop or drains, or no longer knows which sessions have ended,
    /// the stream ends with UNAVAILABLE. In the first two cases it has the trailer
    /// `retry-pushback-ms`, which differs for each stream. Watch the same users again with the last
    /// cursor, also after a restart. When the caller ends its side of the stream, the watch goes
    /// on.
    ///
    /// A message comes at least every 20 seconds. While there is nothing else to send, it has empty
    /// `changes` and no cursor; the last cursor stays valid.
    ///
    /// Errors: as GetPresence; INVALID_ARGUMENT (FIELD_MISSING without users in the first message;
    /// TOO_MANY for more than 1,000 users in one message); RESOURCE_EXHAUSTED (TOO_MANY: a caller
    /// has at most 64 watches open, of at most 10,000 users in all); UNAUTHENTICATED when the
    /// access token expires or the session ends while the stream is open.
    public func watch(
        options: CallOptions = CallOptions()
    ) async throws -> BidirectionalCall<WatchRequest, WatchResponse> {
        try await client.bidirectional(PresenceServiceMethods.watch, options)
    }

    /// The same as Watch for clients that cannot send a stream, such as browsers. The users stay
    /// the same until the stream ends: to watch others, call again. The stream begins, goes on, is
    /// continued and ends as that of Watch does. A cursor of one of the two RPCs is also valid for
    /// the other. What a caller may watch counts for both together.
    ///
    /// Errors: as Watch; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who opens more than 60 in a minute.
    public func watchPresence(
        _ request: WatchPresenceRequest,
        options: CallOptions = CallOptions()
    ) async throws -> ResponseStream<WatchPresenceResponse> {
        try await client.serverStreaming(PresenceServiceMethods.watchPresence, request, options)
    }
}
