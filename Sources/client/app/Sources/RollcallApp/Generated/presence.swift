// swift-format-ignore-file
// Generated from rollcall/v1/presence.proto by proto/generate.sh. Do not edit.

import Foundation

/// The state of a user, as others see it.
public struct PresenceState: OpenEnum {
    /// Unspecified; never sent.
    public static let unspecified = Self(rawValue: 0)
    /// No device holds a lease.
    public static let offline = Self(rawValue: 1)
    /// Every device that holds a lease is away.
    public static let away = Self(rawValue: 2)
    /// A device holds a lease and is not away.
    public static let online = Self(rawValue: 3)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// When a user was last here, in whole days of UTC.
public struct LastSeenBucket: OpenEnum {
    /// See `last_seen_at_ms`. Also used for a user who was never here on a day that is over.
    public static let unspecified = Self(rawValue: 0)
    /// Within the last three days. A day counts once it is over.
    public static let recently = Self(rawValue: 1)
    /// Within the last seven days.
    public static let thisWeek = Self(rawValue: 2)
    /// Within the last 30 days.
    public static let thisMonth = Self(rawValue: 3)
    /// Longer ago.
    public static let longAgo = Self(rawValue: 4)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The state that a device reports.
public struct DeviceState: OpenEnum {
    /// Unchanged; when the device goes online or attaches: online.
    public static let unspecified = Self(rawValue: 0)
    /// The user is at the device.
    public static let online = Self(rawValue: 1)
    /// The user is away from the device.
    public static let away = Self(rawValue: 2)
    /// The user wants to be hidden. While one device is invisible, the user is OFFLINE for all
    /// others, whatever the other devices report, and `last_seen_at_ms` stays unchanged.
    public static let invisible = Self(rawValue: 3)
    /// The device goes offline: the lease and the stream end.
    public static let offline = Self(rawValue: 4)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Who sees a user, and how exactly. Blocks also hide users. Users always see themselves as
/// everyone would with PRESENCE_VISIBILITY_EVERYONE.
public struct PresenceVisibility: OpenEnum {
    /// Unspecified.
    public static let unspecified = Self(rawValue: 0)
    /// All signed-in users see the state, and exactly when the user was last seen. The default.
    public static let everyone = Self(rawValue: 1)
    /// Others see roughly when the user was last here (`Presence.last_seen_bucket`), and no state.
    /// When the user comes or goes, nothing changes for them: `last_seen_bucket` changes only when
    /// a day is over.
    public static let coarse = Self(rawValue: 2)
    /// Others see nothing, not even the name.
    public static let nobody = Self(rawValue: 3)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The presence of one user, as the caller may see it.
public struct Presence: Message {
    /// The user, a UUID in its text form.
    public var userID: String = ""
    /// The best state of the user's devices. OFFLINE for a user who shows only coarsely when they
    /// were last seen. Otherwise a watcher could see them come and go, and would know the time.
    public var state: PresenceState = .unspecified
    /// When the user was last known to be here, in milliseconds since 1970-01-01 UTC; 0 when never,
    /// or when it is hidden. It never goes back and survives a restart. It lags behind by at most a
    /// lease and two seconds.
    public var lastSeenAtMs: Int64 = 0
    /// When the user was last here, for a user who shows it only coarsely.
    public var lastSeenBucket: LastSeenBucket = .unspecified
    /// The display name; empty for a user who has none.
    public var displayName: String = ""
    /// Changes whenever the user has another photo that every signed-in user may see; 0 without
    /// one. ProfileService.GetProfile returns the photo.
    public var photoNumber: UInt64 = 0
    /// The user's status text; absent when there is none, or the user is offline.
    public var status: Status?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &userID)
        try visitor.value(2, &state)
        try visitor.value(3, &lastSeenAtMs)
        try visitor.value(4, &lastSeenBucket)
        try visitor.value(5, &displayName)
        try visitor.fixed(6, &photoNumber)
        try visitor.optional(7, &status)
    }
}

/// A text that a user shows with their presence.
public struct Status: Message {
    /// 1 to 100 characters; no control characters, and no marks that change the direction of what
    /// follows (U+202A to U+202E, and U+2066 to U+2069 that are not closed). A tab becomes a space,
    /// and line ends at the end are dropped. Empty in a request to remove the text.
    public var text: String = ""
    /// When the text ends, in milliseconds since 1970-01-01 UTC; 0 for never. At most 366 days from
    /// now. In a request, a time that has passed removes the text: a device that returns may repeat
    /// an ended text.
    public var endsAtMs: Int64 = 0

    public init() {}
    public init(text: String = "", endsAtMs: Int64 = 0) {
        self.text = text
        self.endsAtMs = endsAtMs
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &text)
        try visitor.value(2, &endsAtMs)
    }
}

/// The device that goes online.
public struct GoOnlineRequest: Message {
    /// The device, 1 to 64 characters of `[A-Za-z0-9_.-]`, the same each time for the same device.
    public var deviceID: String = ""
    /// How long the lease lasts without a heartbeat, in milliseconds: 5,000 to 300,000; 0 for the
    /// default, 30,000.
    public var leaseMs: UInt32 = 0
    /// The state of the device: ONLINE, AWAY or INVISIBLE; unspecified: ONLINE.
    public var state: DeviceState = .unspecified
    /// See AttachRequest.
    public var idleMs: UInt32?

    public init() {}
    public init(
        deviceID: String = "",
        leaseMs: UInt32 = 0,
        state: DeviceState = .unspecified,
        idleMs: UInt32? = nil
    ) {
        self.deviceID = deviceID
        self.leaseMs = leaseMs
        self.state = state
        self.idleMs = idleMs
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &deviceID)
        try visitor.value(2, &leaseMs)
        try visitor.value(3, &state)
        try visitor.optional(4, &idleMs)
    }
}

/// The lease.
public struct GoOnlineResponse: Message {
    /// Identifies the lease in the calls that follow; never 0, never used twice.
    public var leaseID: UInt64 = 0
    /// How long the lease lasts without a heartbeat, in milliseconds.
    public var leaseMs: UInt32 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &leaseID)
        try visitor.value(2, &leaseMs)
    }
}

/// The lease to renew. A request with nothing else is a beat.
public struct HeartbeatRequest: Message {
    /// The lease.
    public var leaseID: UInt64 = 0
    /// See AttachRequest.
    public var idleMs: UInt32?
    /// The state of the device: ONLINE, AWAY or INVISIBLE; unspecified: unchanged. ONLINE and AWAY
    /// end being INVISIBLE: a device that is to stay hidden does not say them, and no state is sent
    /// again after a newer one. GoOffline ends the lease.
    public var state: DeviceState = .unspecified
    /// The user's status text; absent: unchanged. An empty text removes it. The text stays until
    /// its end, or until it is replaced. Others see it while they see the user ONLINE or AWAY.
    public var status: Status?

    public init() {}
    public init(
        leaseID: UInt64 = 0,
        idleMs: UInt32? = nil,
        state: DeviceState = .unspecified,
        status: Status? = nil
    ) {
        self.leaseID = leaseID
        self.idleMs = idleMs
        self.state = state
        self.status = status
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &leaseID)
        try visitor.optional(2, &idleMs)
        try visitor.value(3, &state)
        try visitor.optional(4, &status)
    }
}

/// The lease was renewed.
public struct HeartbeatResponse: Message {
    /// How long the lease lasts from now without a heartbeat, in milliseconds.
    public var leaseMs: UInt32 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &leaseMs)
    }
}

/// The devices to list: the caller's.
public struct ListDevicesRequest: Message {
    public init() {}
}

/// The devices that are online.
public struct ListDevicesResponse: Message {
    /// In the order in which they came online.
    public var devices: [Device] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &devices)
    }
}

/// A device that is online.
public struct Device: Message {
    /// Its lease.
    public var leaseID: UInt64 = 0
    /// The first 8 bytes of the SHA-256 of its `device_id`, as a big-endian number:
    /// 0x45569da57f4b7bf4 for `phone`. Presence does not keep the name.
    public var deviceDigest: UInt64 = 0
    /// The session that took the lease, a UUID in its text form. AuthService.ListSessions returns
    /// more about it.
    public var sessionID: String = ""
    /// The state that the device reports. An idle device is AWAY.
    public var state: DeviceState = .unspecified
    /// Whether a stream of the device is open.
    public var isAttached: Bool = false
    /// When the device came online, in milliseconds since 1970-01-01 UTC; after a restart, when the
    /// service started.
    public var onlineAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &leaseID)
        try visitor.fixed(2, &deviceDigest)
        try visitor.value(3, &sessionID)
        try visitor.value(4, &state)
        try visitor.value(5, &isAttached)
        try visitor.value(6, &onlineAtMs)
    }
}

/// The device to take offline.
public struct KickDeviceRequest: Message {
    /// Its lease.
    public var leaseID: UInt64 = 0

    public init() {}
    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &leaseID)
    }
}

/// The device is offline.
public struct KickDeviceResponse: Message {
    public init() {}
}

/// The settings to read: the caller's.
public struct GetPresenceSettingsRequest: Message {
    public init() {}
}

/// The settings.
public struct GetPresenceSettingsResponse: Message {
    /// What others may see.
    public var visibility: PresenceVisibility = .unspecified

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &visibility)
    }
}

/// The new settings.
public struct UpdatePresenceSettingsRequest: Message {
    /// What others may see.
    public var visibility: PresenceVisibility = .unspecified

    public init() {}
    public init(visibility: PresenceVisibility = .unspecified) {
        self.visibility = visibility
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &visibility)
    }
}

/// The settings were changed.
public struct UpdatePresenceSettingsResponse: Message {
    public init() {}
}

/// The lease to end.
public struct GoOfflineRequest: Message {
    /// The lease.
    public var leaseID: UInt64 = 0

    public init() {}
    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &leaseID)
    }
}

/// The lease has ended.
public struct GoOfflineResponse: Message {
    public init() {}
}

/// The users whose presence to read.
public struct GetPresenceRequest: Message {
    /// UUIDs in their text form, at most 1,000 different ones. Duplicates are answered once and
    /// count once.
    public var userIDs: [String] = []

    public init() {}
    public init(userIDs: [String] = []) {
        self.userIDs = userIDs
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &userIDs)
    }
}

/// The presence of each user, in the order of the request.
public struct GetPresenceResponse: Message {
    /// One for each user.
    public var presences: [Presence] = []
    /// Since when the service may lack changes, in milliseconds since 1970-01-01 UTC; 0 while it
    /// has all. While it is set, `presences` is the last known state.
    public var becameStaleAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &presences)
        try visitor.value(2, &becameStaleAtMs)
    }
}

/// The users to watch.
public struct WatchPresenceRequest: Message {
    /// 1 to 1,000 different UUIDs in their text form. Duplicates count once.
    public var userIDs: [String] = []
    /// Where an earlier watch of the same users stopped. Only those who have changed since are
    /// sent: the answer is `changes`, even if the list is empty. A service that no longer knows the
    /// changes since then sends a `snapshot` (`is_reset`).
    public var cursor: PresenceCursor?

    public init() {}
    public init(userIDs: [String] = [], cursor: PresenceCursor? = nil) {
        self.userIDs = userIDs
        self.cursor = cursor
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &userIDs)
        try visitor.optional(2, &cursor)
    }
}

/// An update of a watch: a WatchResponse without `requests`.
public struct WatchPresenceResponse: Message {
    /// One of the two.
    public var update: Update?
    /// The position of the watch after this update. Absent in a message that says only that the
    /// watch goes on; the previous cursor applies then.
    public var cursor: PresenceCursor?
    /// Since when the service may lack changes, in milliseconds since 1970-01-01 UTC; 0 while it
    /// has all. While it is set, the last sent state stays in effect: no user is sent as offline
    /// for this reason alone.
    public var becameStaleAtMs: Int64 = 0
    /// Whether the snapshot replaces changes that are no longer known: those since the caller's
    /// cursor, or, for an open watch, since the last update.
    public var isReset: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &update, Update.snapshot) { if case .snapshot(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &update, Update.changes) { if case .changes(let value) = $0 { value } else { nil } }
        try visitor.optional(3, &cursor)
        try visitor.value(4, &becameStaleAtMs)
        try visitor.value(5, &isReset)
    }

    /// The value of `update`.
    public enum Update: Sendable, Equatable {
        /// The presence of every watched user; it replaces everything sent before.
        case snapshot(PresenceList)
        /// The presence of users who have changed. Empty at the beginning of a watch that continues
        /// from a cursor, when only `became_stale_at_ms` has changed, and in a message that says
        /// only that the watch goes on.
        case changes(PresenceList)
    }
}

/// The presence of some users.
public struct PresenceList: Message {
    /// In any order.
    public var presences: [Presence] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &presences)
    }
}

/// A position in the history of changes. Send both numbers back unchanged.
public struct PresenceCursor: Message {
    /// The history that `version` belongs to. It survives a restart of the service.
    public var epoch: UInt64 = 0
    /// Rises with each change, by one or more.
    public var version: UInt64 = 0

    public init() {}
    public init(epoch: UInt64 = 0, version: UInt64 = 0) {
        self.epoch = epoch
        self.version = version
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.fixed(1, &epoch)
        try visitor.value(2, &version)
    }
}

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
public struct PresenceServiceClient: Sendable {
    let caller: Caller

    /// Takes a lease for one of the caller's devices, for clients that cannot hold a stream open
    /// (see Attach). A device that is already online gets a new lease instead of the old one. The
    /// lease belongs to the caller's session: when that ends, for any reason, the device is offline
    /// within a second.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (TOO_MANY_DEVICES, at most 16;
    /// TOO_MANY_ATTEMPTS).
    public func goOnline(
        _ request: GoOnlineRequest
    ) async throws(RollcallError) -> GoOnlineResponse {
        try await caller.unary("rollcall.v1.PresenceService/GoOnline", .user, request)
    }

    /// Renews a lease, and changes what the request names: the device's state, how long ago it was
    /// touched, the user's status text. Send it after every third of the lease's length. Wait for
    /// the answer before you send the next one: a retry that arrives after a newer heartbeat undoes
    /// what that one has changed.
    ///
    /// Errors: NOT_FOUND (LEASE_ENDED); INVALID_ARGUMENT (FIELD_MALFORMED); with a change,
    /// RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS).
    public func heartbeat(
        _ request: HeartbeatRequest
    ) async throws(RollcallError) -> HeartbeatResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/Heartbeat",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Ends a lease at once. A lease that has already ended is no error.
    public func goOffline(
        _ request: GoOfflineRequest
    ) async throws(RollcallError) -> GoOfflineResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/GoOffline",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Lists the caller's devices that are online, including invisible ones.
    public func listDevices(
        _ request: ListDevicesRequest = .init()
    ) async throws(RollcallError) -> ListDevicesResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/ListDevices",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Takes one of the caller's devices offline at once. Its stream ends with PERMISSION_DENIED
    /// (DEVICE_KICKED). The device may come back: end its session (AuthService.RevokeSession) to
    /// prevent that. A lease that has already ended is no error.
    public func kickDevice(
        _ request: KickDeviceRequest
    ) async throws(RollcallError) -> KickDeviceResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/KickDevice",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Returns what others may see of the caller.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user.
    public func getPresenceSettings(
        _ request: GetPresenceSettingsRequest = .init()
    ) async throws(RollcallError) -> GetPresenceSettingsResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/GetPresenceSettings",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Changes what others may see of the caller. Watches of the caller are told at once. Wait for
    /// the answer before you make the next change: a retry that arrives after a newer change undoes
    /// it.
    ///
    /// Errors: UNAUTHENTICATED (ACCESS_TOKEN_INVALID), also for an erased user; INVALID_ARGUMENT
    /// (FIELD_MISSING, FIELD_MALFORMED); RESOURCE_EXHAUSTED (NO_SPACE, TOO_MANY_ATTEMPTS).
    public func updatePresenceSettings(
        _ request: UpdatePresenceSettingsRequest
    ) async throws(RollcallError) -> UpdatePresenceSettingsResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/UpdatePresenceSettings",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Returns the presence of many users. An unknown user is offline and was never seen.
    ///
    /// Errors: INVALID_ARGUMENT (FIELD_MALFORMED, TOO_MANY: at most 1,000); UNAVAILABLE with the
    /// trailer `retry-pushback-ms` until the service has received all blocks for the first time.
    public func getPresence(
        _ request: GetPresenceRequest
    ) async throws(RollcallError) -> GetPresenceResponse {
        try await caller.unary(
            "rollcall.v1.PresenceService/GetPresence",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// The same as Watch for clients that cannot send a stream, such as browsers. The users stay
    /// the same until the stream ends: to watch others, call again. The stream begins, goes on, is
    /// continued and ends as that of Watch does. A cursor of one of the two RPCs is also valid for
    /// the other. What a caller may watch counts for both together.
    ///
    /// Errors: as Watch; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for a user
    /// who opens more than 60 in a minute.
    public func watchPresence(
        _ request: WatchPresenceRequest
    ) -> AsyncThrowingStream<WatchPresenceResponse, any Error> {
        caller.stream("rollcall.v1.PresenceService/WatchPresence", .user, request)
    }
}
