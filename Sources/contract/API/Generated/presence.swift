// swift-format-ignore-file
// Generated from rollcall/v1/presence.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The state of a user, as others see it.
public enum PresenceState: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// No device holds a lease.
    case offline
    /// Every device that holds a lease is away.
    case away
    /// A device holds a lease and is not away.
    case online
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .offline
        case 2: self = .away
        case 3: self = .online
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .offline: 1
        case .away: 2
        case .online: 3
        case .unrecognized(let number): number
        }
    }
}

/// When a user was last here, in whole days of UTC.
public enum LastSeenBucket: OpenEnum {
    /// See `last_seen_at_ms`. Also used for a user who was never here on a day that is over.
    case unspecified
    /// Within the last three days. A day counts once it is over.
    case recently
    /// Within the last seven days.
    case thisWeek
    /// Within the last 30 days.
    case thisMonth
    /// Longer ago.
    case longAgo
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .recently
        case 2: self = .thisWeek
        case 3: self = .thisMonth
        case 4: self = .longAgo
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .recently: 1
        case .thisWeek: 2
        case .thisMonth: 3
        case .longAgo: 4
        case .unrecognized(let number): number
        }
    }
}

/// The state that a device reports.
public enum DeviceState: OpenEnum {
    /// Unchanged; when the device goes online or attaches: online.
    case unspecified
    /// The user is at the device.
    case online
    /// The user is away from the device.
    case away
    /// The user wants to be hidden. While one device is invisible, the user is OFFLINE for all
    /// others, whatever the other devices report, and `last_seen_at_ms` stays unchanged.
    case invisible
    /// The device goes offline: the lease and the stream end.
    case offline
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .online
        case 2: self = .away
        case 3: self = .invisible
        case 4: self = .offline
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .online: 1
        case .away: 2
        case .invisible: 3
        case .offline: 4
        case .unrecognized(let number): number
        }
    }
}

/// Who sees a user, and how exactly. Blocks also hide users. Users always see themselves as
/// everyone would with PRESENCE_VISIBILITY_EVERYONE.
public enum PresenceVisibility: OpenEnum {
    /// Unspecified.
    case unspecified
    /// All signed-in users see the state, and exactly when the user was last seen. The default.
    case everyone
    /// Others see roughly when the user was last here (`Presence.last_seen_bucket`), and no state.
    /// When the user comes or goes, nothing changes for them: `last_seen_bucket` changes only when
    /// a day is over.
    case coarse
    /// Others see nothing, not even the name.
    case nobody
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .everyone
        case 2: self = .coarse
        case 3: self = .nobody
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .everyone: 1
        case .coarse: 2
        case .nobody: 3
        case .unrecognized(let number): number
        }
    }
}

/// The presence of one user, as the caller may see it.
public struct Presence: Message {
    /// The user, a UUID in its text form.
    public var userID: String
    /// The best state of the user's devices. OFFLINE for a user who shows only coarsely when they
    /// were last seen. Otherwise a watcher could see them come and go, and would know the time.
    public var state: PresenceState
    /// When the user was last known to be here, in milliseconds since 1970-01-01 UTC; 0 when never,
    /// or when it is hidden. It never goes back and survives a restart. It lags behind by at most a
    /// lease and two seconds.
    public var lastSeenAtMs: Int64
    /// When the user was last here, for a user who shows it only coarsely.
    public var lastSeenBucket: LastSeenBucket
    /// The display name; empty for a user who has none.
    public var displayName: String
    /// Changes whenever the user has another photo that every signed-in user may see; 0 without
    /// one. ProfileService.GetProfile returns the photo.
    public var photoNumber: UInt64
    /// The user's status text; absent when there is none, or the user is offline.
    public var status: Status?

    public init(
        userID: String = "",
        state: PresenceState = .unspecified,
        lastSeenAtMs: Int64 = 0,
        lastSeenBucket: LastSeenBucket = .unspecified,
        displayName: String = "",
        photoNumber: UInt64 = 0,
        status: Status? = nil
    ) {
        self.userID = userID
        self.state = state
        self.lastSeenAtMs = lastSeenAtMs
        self.lastSeenBucket = lastSeenBucket
        self.displayName = displayName
        self.photoNumber = photoNumber
        self.status = status
    }
}

extension Presence {
    public static let layout = MessageLayout(rollcall__v1__presence__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Presence.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.state = PresenceState(c.pointee.state)
        self.lastSeenAtMs = c.pointee.last_seen_at_ms
        self.lastSeenBucket = LastSeenBucket(c.pointee.last_seen_bucket)
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.photoNumber = c.pointee.photo_number
        self.status = try source.message(c.pointee.status, "status")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Presence.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.last_seen_at_ms = self.lastSeenAtMs
        c.pointee.last_seen_bucket =
            .init(rawValue: .init(truncatingIfNeeded: self.lastSeenBucket.rawValue))
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.photo_number = self.photoNumber
        c.pointee.status = target.message(ifAny: self.status)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "state": state,
            "lastSeenAtMs": lastSeenAtMs,
            "lastSeenBucket": lastSeenBucket,
            "displayName": displayName,
            "photoNumber": photoNumber,
            "status": status as Any,
        ]
    }
}

/// A text that a user shows with their presence.
public struct Status: Message {
    /// 1 to 100 characters; no control characters, and no marks that change the direction of what
    /// follows (U+202A to U+202E, and U+2066 to U+2069 that are not closed). A tab becomes a space,
    /// and line ends at the end are dropped. Empty in a request to remove the text.
    public var text: String
    /// When the text ends, in milliseconds since 1970-01-01 UTC; 0 for never. At most 366 days from
    /// now. In a request, a time that has passed removes the text: a device that returns may repeat
    /// an ended text.
    public var endsAtMs: Int64

    public init(text: String = "", endsAtMs: Int64 = 0) {
        self.text = text
        self.endsAtMs = endsAtMs
    }
}

extension Status {
    public static let layout = MessageLayout(rollcall__v1__status__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Status.self)
        self.text = try source.string(c.pointee.text, "text")
        self.endsAtMs = c.pointee.ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Status.self)
        c.pointee.text = target.string(self.text)
        c.pointee.ends_at_ms = self.endsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["text": text, "endsAtMs": endsAtMs]
    }
}

/// What an attached device sends. A message without any field is a beat.
public struct AttachRequest: Message {
    /// In the first message: the device, 1 to 64 characters of `[A-Za-z0-9_.-]`, the same each time
    /// for the same device. Empty in later messages.
    public var deviceID: String
    /// In the first message: how long the lease lasts without a message, in milliseconds: 5,000 to
    /// 300,000; 0 for the default, 30,000.
    public var leaseMs: UInt32
    /// The state of the device.
    public var state: DeviceState
    /// How long ago the device was last touched, in milliseconds; absent: unchanged. 0: it was
    /// touched now. A device that is ONLINE and was not touched for 5 minutes (by default) counts
    /// as away.
    public var idleMs: UInt32?
    /// The user's status text; absent: unchanged.
    public var status: Status?

    public init(
        deviceID: String = "",
        leaseMs: UInt32 = 0,
        state: DeviceState = .unspecified,
        idleMs: UInt32? = nil,
        status: Status? = nil
    ) {
        self.deviceID = deviceID
        self.leaseMs = leaseMs
        self.state = state
        self.idleMs = idleMs
        self.status = status
    }
}

extension AttachRequest {
    public static let layout = MessageLayout(rollcall__v1__attach_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AttachRequest.self)
        self.deviceID = try source.string(c.pointee.device_id, "device_id")
        self.leaseMs = c.pointee.lease_ms
        self.state = DeviceState(c.pointee.state)
        if c.pointee._idle_ms_case.rawValue == 4 {
            self.idleMs = c.pointee.idle_ms
        }
        self.status = try source.message(c.pointee.status, "status")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AttachRequest.self)
        c.pointee.device_id = target.string(self.deviceID)
        c.pointee.lease_ms = self.leaseMs
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        if let value = self.idleMs {
            c.pointee._idle_ms_case = .init(rawValue: 4)
            c.pointee.idle_ms = value
        }
        c.pointee.status = target.message(ifAny: self.status)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "deviceID": deviceID,
            "leaseMs": leaseMs,
            "state": state,
            "idleMs": idleMs as Any,
            "status": status as Any,
        ]
    }
}

/// The answer to an attached device: sent at first, and again at least every 20 seconds.
public struct AttachResponse: Message {
    /// Identifies the lease in other calls; never 0, never used twice.
    public var leaseID: UInt64
    /// How long the lease lasts without a message, in milliseconds.
    public var leaseMs: UInt32
    /// How often the client has to send a message, in milliseconds.
    public var beatMs: UInt32

    public init(leaseID: UInt64 = 0, leaseMs: UInt32 = 0, beatMs: UInt32 = 0) {
        self.leaseID = leaseID
        self.leaseMs = leaseMs
        self.beatMs = beatMs
    }
}

extension AttachResponse {
    public static let layout = MessageLayout(rollcall__v1__attach_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AttachResponse.self)
        self.leaseID = c.pointee.lease_id
        self.leaseMs = c.pointee.lease_ms
        self.beatMs = c.pointee.beat_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AttachResponse.self)
        c.pointee.lease_id = self.leaseID
        c.pointee.lease_ms = self.leaseMs
        c.pointee.beat_ms = self.beatMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID, "leaseMs": leaseMs, "beatMs": beatMs]
    }
}

/// The device that goes online.
public struct GoOnlineRequest: Message {
    /// The device, 1 to 64 characters of `[A-Za-z0-9_.-]`, the same each time for the same device.
    public var deviceID: String
    /// How long the lease lasts without a heartbeat, in milliseconds: 5,000 to 300,000; 0 for the
    /// default, 30,000.
    public var leaseMs: UInt32
    /// The state of the device: ONLINE, AWAY or INVISIBLE; unspecified: ONLINE.
    public var state: DeviceState
    /// See AttachRequest.
    public var idleMs: UInt32?

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
}

extension GoOnlineRequest {
    public static let layout = MessageLayout(rollcall__v1__go_online_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GoOnlineRequest.self)
        self.deviceID = try source.string(c.pointee.device_id, "device_id")
        self.leaseMs = c.pointee.lease_ms
        self.state = DeviceState(c.pointee.state)
        if c.pointee._idle_ms_case.rawValue == 4 {
            self.idleMs = c.pointee.idle_ms
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GoOnlineRequest.self)
        c.pointee.device_id = target.string(self.deviceID)
        c.pointee.lease_ms = self.leaseMs
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        if let value = self.idleMs {
            c.pointee._idle_ms_case = .init(rawValue: 4)
            c.pointee.idle_ms = value
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deviceID": deviceID, "leaseMs": leaseMs, "state": state, "idleMs": idleMs as Any]
    }
}

/// The lease.
public struct GoOnlineResponse: Message {
    /// Identifies the lease in the calls that follow; never 0, never used twice.
    public var leaseID: UInt64
    /// How long the lease lasts without a heartbeat, in milliseconds.
    public var leaseMs: UInt32

    public init(leaseID: UInt64 = 0, leaseMs: UInt32 = 0) {
        self.leaseID = leaseID
        self.leaseMs = leaseMs
    }
}

extension GoOnlineResponse {
    public static let layout = MessageLayout(rollcall__v1__go_online_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GoOnlineResponse.self)
        self.leaseID = c.pointee.lease_id
        self.leaseMs = c.pointee.lease_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GoOnlineResponse.self)
        c.pointee.lease_id = self.leaseID
        c.pointee.lease_ms = self.leaseMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID, "leaseMs": leaseMs]
    }
}

/// The lease to renew. A request with nothing else is a beat.
public struct HeartbeatRequest: Message {
    /// The lease.
    public var leaseID: UInt64
    /// See AttachRequest.
    public var idleMs: UInt32?
    /// The state of the device: ONLINE, AWAY or INVISIBLE; unspecified: unchanged. ONLINE and AWAY
    /// end being INVISIBLE: a device that is to stay hidden does not say them, and no state is sent
    /// again after a newer one. GoOffline ends the lease.
    public var state: DeviceState
    /// The user's status text; absent: unchanged. An empty text removes it. The text stays until
    /// its end, or until it is replaced. Others see it while they see the user ONLINE or AWAY.
    public var status: Status?

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
}

extension HeartbeatRequest {
    public static let layout = MessageLayout(rollcall__v1__heartbeat_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__HeartbeatRequest.self)
        self.leaseID = c.pointee.lease_id
        if c.pointee._idle_ms_case.rawValue == 2 {
            self.idleMs = c.pointee.idle_ms
        }
        self.state = DeviceState(c.pointee.state)
        self.status = try source.message(c.pointee.status, "status")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__HeartbeatRequest.self)
        c.pointee.lease_id = self.leaseID
        if let value = self.idleMs {
            c.pointee._idle_ms_case = .init(rawValue: 2)
            c.pointee.idle_ms = value
        }
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.status = target.message(ifAny: self.status)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID, "idleMs": idleMs as Any, "state": state, "status": status as Any]
    }
}

/// The lease was renewed.
public struct HeartbeatResponse: Message {
    /// How long the lease lasts from now without a heartbeat, in milliseconds.
    public var leaseMs: UInt32

    public init(leaseMs: UInt32 = 0) {
        self.leaseMs = leaseMs
    }
}

extension HeartbeatResponse {
    public static let layout = MessageLayout(rollcall__v1__heartbeat_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__HeartbeatResponse.self)
        self.leaseMs = c.pointee.lease_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__HeartbeatResponse.self)
        c.pointee.lease_ms = self.leaseMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseMs": leaseMs]
    }
}

/// The devices to list: the caller's.
public struct ListDevicesRequest: EmptyMessage {
    public init() {}
}

extension ListDevicesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_devices_request__init)
}

/// The devices that are online.
public struct ListDevicesResponse: Message {
    /// In the order in which they came online.
    public var devices: [Device]

    public init(devices: [Device] = []) {
        self.devices = devices
    }
}

extension ListDevicesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_devices_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListDevicesResponse.self)
        self.devices = try source.messages(c.pointee.devices, c.pointee.n_devices, "devices")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListDevicesResponse.self)
        (c.pointee.n_devices, c.pointee.devices) = target.list(self.devices) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["devices": devices]
    }
}

/// A device that is online.
public struct Device: Message {
    /// Its lease.
    public var leaseID: UInt64
    /// The first 8 bytes of the SHA-256 of its `device_id`, as a big-endian number:
    /// 0x45569da57f4b7bf4 for `phone`. Presence does not keep the name.
    public var deviceDigest: UInt64
    /// The session that took the lease, a UUID in its text form. AuthService.ListSessions returns
    /// more about it.
    public var sessionID: String
    /// The state that the device reports. An idle device is AWAY.
    public var state: DeviceState
    /// Whether a stream of the device is open.
    public var isAttached: Bool
    /// When the device came online, in milliseconds since 1970-01-01 UTC; after a restart, when the
    /// service started.
    public var onlineAtMs: Int64

    public init(
        leaseID: UInt64 = 0,
        deviceDigest: UInt64 = 0,
        sessionID: String = "",
        state: DeviceState = .unspecified,
        isAttached: Bool = false,
        onlineAtMs: Int64 = 0
    ) {
        self.leaseID = leaseID
        self.deviceDigest = deviceDigest
        self.sessionID = sessionID
        self.state = state
        self.isAttached = isAttached
        self.onlineAtMs = onlineAtMs
    }
}

extension Device {
    public static let layout = MessageLayout(rollcall__v1__device__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Device.self)
        self.leaseID = c.pointee.lease_id
        self.deviceDigest = c.pointee.device_digest
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
        self.state = DeviceState(c.pointee.state)
        self.isAttached = c.pointee.is_attached != 0
        self.onlineAtMs = c.pointee.online_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Device.self)
        c.pointee.lease_id = self.leaseID
        c.pointee.device_digest = self.deviceDigest
        c.pointee.session_id = target.string(self.sessionID)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.is_attached = self.isAttached ? 1 : 0
        c.pointee.online_at_ms = self.onlineAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "leaseID": leaseID,
            "deviceDigest": deviceDigest,
            "sessionID": sessionID,
            "state": state,
            "isAttached": isAttached,
            "onlineAtMs": onlineAtMs,
        ]
    }
}

/// The device to take offline.
public struct KickDeviceRequest: Message {
    /// Its lease.
    public var leaseID: UInt64

    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }
}

extension KickDeviceRequest {
    public static let layout = MessageLayout(rollcall__v1__kick_device_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__KickDeviceRequest.self)
        self.leaseID = c.pointee.lease_id
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__KickDeviceRequest.self)
        c.pointee.lease_id = self.leaseID
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID]
    }
}

/// The device is offline.
public struct KickDeviceResponse: EmptyMessage {
    public init() {}
}

extension KickDeviceResponse {
    public static let layout = MessageLayout(rollcall__v1__kick_device_response__init)
}

/// The settings to read: the caller's.
public struct GetPresenceSettingsRequest: EmptyMessage {
    public init() {}
}

extension GetPresenceSettingsRequest {
    public static let layout = MessageLayout(rollcall__v1__get_presence_settings_request__init)
}

/// The settings.
public struct GetPresenceSettingsResponse: Message {
    /// What others may see.
    public var visibility: PresenceVisibility

    public init(visibility: PresenceVisibility = .unspecified) {
        self.visibility = visibility
    }
}

extension GetPresenceSettingsResponse {
    public static let layout = MessageLayout(rollcall__v1__get_presence_settings_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPresenceSettingsResponse.self)
        self.visibility = PresenceVisibility(c.pointee.visibility)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPresenceSettingsResponse.self)
        c.pointee.visibility = .init(rawValue: .init(truncatingIfNeeded: self.visibility.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["visibility": visibility]
    }
}

/// The new settings.
public struct UpdatePresenceSettingsRequest: Message {
    /// What others may see.
    public var visibility: PresenceVisibility

    public init(visibility: PresenceVisibility = .unspecified) {
        self.visibility = visibility
    }
}

extension UpdatePresenceSettingsRequest {
    public static let layout = MessageLayout(rollcall__v1__update_presence_settings_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpdatePresenceSettingsRequest.self)
        self.visibility = PresenceVisibility(c.pointee.visibility)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpdatePresenceSettingsRequest.self)
        c.pointee.visibility = .init(rawValue: .init(truncatingIfNeeded: self.visibility.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["visibility": visibility]
    }
}

/// The settings were changed.
public struct UpdatePresenceSettingsResponse: EmptyMessage {
    public init() {}
}

extension UpdatePresenceSettingsResponse {
    public static let layout = MessageLayout(rollcall__v1__update_presence_settings_response__init)
}

/// The lease to end.
public struct GoOfflineRequest: Message {
    /// The lease.
    public var leaseID: UInt64

    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }
}

extension GoOfflineRequest {
    public static let layout = MessageLayout(rollcall__v1__go_offline_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GoOfflineRequest.self)
        self.leaseID = c.pointee.lease_id
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GoOfflineRequest.self)
        c.pointee.lease_id = self.leaseID
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID]
    }
}

/// The lease has ended.
public struct GoOfflineResponse: EmptyMessage {
    public init() {}
}

extension GoOfflineResponse {
    public static let layout = MessageLayout(rollcall__v1__go_offline_response__init)
}

/// The users whose presence to read.
public struct GetPresenceRequest: Message {
    /// UUIDs in their text form, at most 1,000 different ones. Duplicates are answered once and
    /// count once.
    public var userIDs: [String]

    public init(userIDs: [String] = []) {
        self.userIDs = userIDs
    }
}

extension GetPresenceRequest {
    public static let layout = MessageLayout(rollcall__v1__get_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPresenceRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPresenceRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs]
    }
}

/// The presence of each user, in the order of the request.
public struct GetPresenceResponse: Message {
    /// One for each user.
    public var presences: [Presence]
    /// Since when the service may lack changes, in milliseconds since 1970-01-01 UTC; 0 while it
    /// has all. While it is set, `presences` is the last known state.
    public var becameStaleAtMs: Int64

    public init(presences: [Presence] = [], becameStaleAtMs: Int64 = 0) {
        self.presences = presences
        self.becameStaleAtMs = becameStaleAtMs
    }
}

extension GetPresenceResponse {
    public static let layout = MessageLayout(rollcall__v1__get_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPresenceResponse.self)
        self.presences =
            try source.messages(c.pointee.presences, c.pointee.n_presences, "presences")
        self.becameStaleAtMs = c.pointee.became_stale_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPresenceResponse.self)
        (c.pointee.n_presences, c.pointee.presences) =
            target.list(self.presences) { target.message($0) }
        c.pointee.became_stale_at_ms = self.becameStaleAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presences": presences, "becameStaleAtMs": becameStaleAtMs]
    }
}

/// The users to watch.
public struct WatchRequest: Message {
    /// Users to add to the watch: UUIDs in their text form, at most 1,000 different ones. Users who
    /// are already watched count once.
    public var userIDs: [String]
    /// Where an earlier watch of `user_ids` stopped; absent for users who were not watched before.
    /// Only those of the users who have changed since are sent. In the first message the cursor
    /// continues the watch: the answer is `changes`, even if the list is empty. A service that no
    /// longer knows the changes since then sends a `snapshot` (`is_reset`), or, in answer to a
    /// later message, all of its users.
    ///
    /// To continue a watch of more than 1,000 users, send several messages, each with some of the
    /// users and all with the same cursor.
    public var cursor: PresenceCursor?
    /// Users to remove, at most 1,000 different ones. They are removed before `user_ids` are added.
    /// A user who is not watched is no error.
    public var removedUserIDs: [String]

    public init(
        userIDs: [String] = [],
        cursor: PresenceCursor? = nil,
        removedUserIDs: [String] = []
    ) {
        self.userIDs = userIDs
        self.cursor = cursor
        self.removedUserIDs = removedUserIDs
    }
}

extension WatchRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.removedUserIDs =
            try source.strings(c.pointee.removed_user_ids, c.pointee.n_removed_user_ids, "removed_user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        (c.pointee.n_removed_user_ids, c.pointee.removed_user_ids) =
            target.list(self.removedUserIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs, "cursor": cursor as Any, "removedUserIDs": removedUserIDs]
    }
}

/// An update of a watch.
public struct WatchResponse: Message {
    /// One of the two.
    public var update: Update?
    /// The position of the watch after this update. It applies to the users of the messages that
    /// are counted in `requests`. Absent while more of the same update follows, as a message has at
    /// most 1,000 users. Until then the previous cursor applies, and after a snapshot none. Also
    /// absent in a message that says only that the watch goes on.
    public var cursor: PresenceCursor?
    /// Since when the service may lack changes, in milliseconds since 1970-01-01 UTC; 0 while it
    /// has all. While it is set, the last sent state stays in effect: no user is sent as offline
    /// for this reason alone.
    public var becameStaleAtMs: Int64
    /// Whether the snapshot replaces changes that are no longer known: those since the caller's
    /// cursor, or, for an open watch, since the last update.
    public var isReset: Bool
    /// How many messages of the caller have taken effect.
    public var requests: UInt32

    public init(
        update: Update? = nil,
        cursor: PresenceCursor? = nil,
        becameStaleAtMs: Int64 = 0,
        isReset: Bool = false,
        requests: UInt32 = 0
    ) {
        self.update = update
        self.cursor = cursor
        self.becameStaleAtMs = becameStaleAtMs
        self.isReset = isReset
        self.requests = requests
    }

    /// The value of `update`.
    public enum Update: Sendable, Equatable {
        /// The presence of every watched user; it replaces everything sent before. Of more than
        /// 1,000 users, the rest follows as `changes`.
        case snapshot(PresenceList)
        /// The presence of users who have changed or were added. Empty at the beginning of a watch
        /// that continues from a cursor, when only `became_stale_at_ms` or `requests` has changed,
        /// and in a message that says only that the watch goes on.
        case changes(PresenceList)
    }
}

extension WatchResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchResponse.self)
        switch c.pointee.update_case.rawValue {
        case 1:
            self.update = (try source.message(c.pointee.snapshot, "snapshot")).map { .snapshot($0) }
        case 2:
            self.update = (try source.message(c.pointee.changes, "changes")).map { .changes($0) }
        default: self.update = nil
        }
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.becameStaleAtMs = c.pointee.became_stale_at_ms
        self.isReset = c.pointee.is_reset != 0
        self.requests = c.pointee.requests
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchResponse.self)
        switch self.update {
        case .snapshot(let value):
            c.pointee.update_case = .init(rawValue: 1)
            c.pointee.snapshot = target.message(value)
        case .changes(let value):
            c.pointee.update_case = .init(rawValue: 2)
            c.pointee.changes = target.message(value)
        case nil: break
        }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.became_stale_at_ms = self.becameStaleAtMs
        c.pointee.is_reset = self.isReset ? 1 : 0
        c.pointee.requests = self.requests
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "update": update as Any,
            "cursor": cursor as Any,
            "becameStaleAtMs": becameStaleAtMs,
            "isReset": isReset,
            "requests": requests,
        ]
    }
}

/// The users to watch.
public struct WatchPresenceRequest: Message {
    /// 1 to 1,000 different UUIDs in their text form. Duplicates count once.
    public var userIDs: [String]
    /// Where an earlier watch of the same users stopped. Only those who have changed since are
    /// sent: the answer is `changes`, even if the list is empty. A service that no longer knows the
    /// changes since then sends a `snapshot` (`is_reset`).
    public var cursor: PresenceCursor?

    public init(userIDs: [String] = [], cursor: PresenceCursor? = nil) {
        self.userIDs = userIDs
        self.cursor = cursor
    }
}

extension WatchPresenceRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchPresenceRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchPresenceRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs, "cursor": cursor as Any]
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
    public var becameStaleAtMs: Int64
    /// Whether the snapshot replaces changes that are no longer known: those since the caller's
    /// cursor, or, for an open watch, since the last update.
    public var isReset: Bool

    public init(
        update: Update? = nil,
        cursor: PresenceCursor? = nil,
        becameStaleAtMs: Int64 = 0,
        isReset: Bool = false
    ) {
        self.update = update
        self.cursor = cursor
        self.becameStaleAtMs = becameStaleAtMs
        self.isReset = isReset
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

extension WatchPresenceResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchPresenceResponse.self)
        switch c.pointee.update_case.rawValue {
        case 1:
            self.update = (try source.message(c.pointee.snapshot, "snapshot")).map { .snapshot($0) }
        case 2:
            self.update = (try source.message(c.pointee.changes, "changes")).map { .changes($0) }
        default: self.update = nil
        }
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.becameStaleAtMs = c.pointee.became_stale_at_ms
        self.isReset = c.pointee.is_reset != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchPresenceResponse.self)
        switch self.update {
        case .snapshot(let value):
            c.pointee.update_case = .init(rawValue: 1)
            c.pointee.snapshot = target.message(value)
        case .changes(let value):
            c.pointee.update_case = .init(rawValue: 2)
            c.pointee.changes = target.message(value)
        case nil: break
        }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.became_stale_at_ms = self.becameStaleAtMs
        c.pointee.is_reset = self.isReset ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "update": update as Any,
            "cursor": cursor as Any,
            "becameStaleAtMs": becameStaleAtMs,
            "isReset": isReset,
        ]
    }
}

/// The presence of some users.
public struct PresenceList: Message {
    /// In any order.
    public var presences: [Presence]

    public init(presences: [Presence] = []) {
        self.presences = presences
    }
}

extension PresenceList {
    public static let layout = MessageLayout(rollcall__v1__presence_list__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PresenceList.self)
        self.presences =
            try source.messages(c.pointee.presences, c.pointee.n_presences, "presences")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PresenceList.self)
        (c.pointee.n_presences, c.pointee.presences) =
            target.list(self.presences) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presences": presences]
    }
}

/// A position in the history of changes. Send both numbers back unchanged.
public struct PresenceCursor: Message {
    /// The history that `version` belongs to. It survives a restart of the service.
    public var epoch: UInt64
    /// Rises with each change, by one or more.
    public var version: UInt64

    public init(epoch: UInt64 = 0, version: UInt64 = 0) {
        self.epoch = epoch
        self.version = version
    }
}

extension PresenceCursor {
    public static let layout = MessageLayout(rollcall__v1__presence_cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PresenceCursor.self)
        self.epoch = c.pointee.epoch
        self.version = c.pointee.version
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PresenceCursor.self)
        c.pointee.epoch = self.epoch
        c.pointee.version = self.version
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["epoch": epoch, "version": version]
    }
}
