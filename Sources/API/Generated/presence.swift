// swift-format-ignore-file
// Generated from rollcall/v1/presence.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// What others see of a user.
public enum PresenceState: OpenEnum {
    /// Not said; never sent.
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

/// The presence of one user.
public struct Presence: Message {
    /// The user, a UUID in its text form.
    public var userID: String
    /// The best of the user's devices.
    public var state: PresenceState
    /// When the user was last known to be here, in milliseconds since 1970-01-01 UTC; 0 when never.
    /// It survives a restart, and lags behind the truth by at most a lease.
    public var lastSeenMs: Int64

    public init(userID: String = "", state: PresenceState = .unspecified, lastSeenMs: Int64 = 0) {
        self.userID = userID
        self.state = state
        self.lastSeenMs = lastSeenMs
    }
}

extension Presence {
    public static var typeName: String { "rollcall.v1.Presence" }

    public static let layout = MessageLayout(rollcall__v1__presence__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Presence.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.state = PresenceState(c.pointee.state)
        self.lastSeenMs = c.pointee.last_seen_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Presence.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.last_seen_ms = self.lastSeenMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "state": state, "lastSeenMs": lastSeenMs]
    }
}

/// Which device goes online.
public struct GoOnlineRequest: Message {
    /// The device, 1 to 64 characters of `[A-Za-z0-9_.-]`, the same each time for the same device.
    public var deviceID: String
    /// How long the lease lasts without a heartbeat, in milliseconds: 5,000 to 300,000; 0 for the
    /// default, 30,000.
    public var leaseMs: UInt32
    /// Whether the user is away from the device.
    public var away: Bool

    public init(deviceID: String = "", leaseMs: UInt32 = 0, away: Bool = false) {
        self.deviceID = deviceID
        self.leaseMs = leaseMs
        self.away = away
    }
}

extension GoOnlineRequest {
    public static var typeName: String { "rollcall.v1.GoOnlineRequest" }

    public static let layout = MessageLayout(rollcall__v1__go_online_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GoOnlineRequest.self)
        self.deviceID = try source.string(c.pointee.device_id, "device_id")
        self.leaseMs = c.pointee.lease_ms
        self.away = c.pointee.away != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GoOnlineRequest.self)
        c.pointee.device_id = target.string(self.deviceID)
        c.pointee.lease_ms = self.leaseMs
        c.pointee.away = self.away ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deviceID": deviceID, "leaseMs": leaseMs, "away": away]
    }
}

/// The lease.
public struct GoOnlineResponse: Message {
    /// Names the lease in the calls that follow; never 0, never used twice.
    public var leaseID: UInt64
    /// How long the lease lasts without a heartbeat, in milliseconds.
    public var leaseMs: UInt32

    public init(leaseID: UInt64 = 0, leaseMs: UInt32 = 0) {
        self.leaseID = leaseID
        self.leaseMs = leaseMs
    }
}

extension GoOnlineResponse {
    public static var typeName: String { "rollcall.v1.GoOnlineResponse" }

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

/// Which lease to renew.
public struct HeartbeatRequest: Message {
    /// The lease.
    public var leaseID: UInt64

    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }
}

extension HeartbeatRequest {
    public static var typeName: String { "rollcall.v1.HeartbeatRequest" }

    public static let layout = MessageLayout(rollcall__v1__heartbeat_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__HeartbeatRequest.self)
        self.leaseID = c.pointee.lease_id
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__HeartbeatRequest.self)
        c.pointee.lease_id = self.leaseID
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID]
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
    public static var typeName: String { "rollcall.v1.HeartbeatResponse" }

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

/// What to say about a device.
public struct SetAwayRequest: Message {
    /// The lease of the device.
    public var leaseID: UInt64
    /// Whether the user is away from the device.
    public var away: Bool

    public init(leaseID: UInt64 = 0, away: Bool = false) {
        self.leaseID = leaseID
        self.away = away
    }
}

extension SetAwayRequest {
    public static var typeName: String { "rollcall.v1.SetAwayRequest" }

    public static let layout = MessageLayout(rollcall__v1__set_away_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetAwayRequest.self)
        self.leaseID = c.pointee.lease_id
        self.away = c.pointee.away != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetAwayRequest.self)
        c.pointee.lease_id = self.leaseID
        c.pointee.away = self.away ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseID": leaseID, "away": away]
    }
}

/// It was said, and the lease renewed.
public struct SetAwayResponse: Message {
    /// How long the lease lasts from now without a heartbeat, in milliseconds.
    public var leaseMs: UInt32

    public init(leaseMs: UInt32 = 0) {
        self.leaseMs = leaseMs
    }
}

extension SetAwayResponse {
    public static var typeName: String { "rollcall.v1.SetAwayResponse" }

    public static let layout = MessageLayout(rollcall__v1__set_away_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetAwayResponse.self)
        self.leaseMs = c.pointee.lease_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetAwayResponse.self)
        c.pointee.lease_ms = self.leaseMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseMs": leaseMs]
    }
}

/// Which lease to end.
public struct GoOfflineRequest: Message {
    /// The lease.
    public var leaseID: UInt64

    public init(leaseID: UInt64 = 0) {
        self.leaseID = leaseID
    }
}

extension GoOfflineRequest {
    public static var typeName: String { "rollcall.v1.GoOfflineRequest" }

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
public struct GoOfflineResponse: Message {
    public init() {}
}

extension GoOfflineResponse {
    public static var typeName: String { "rollcall.v1.GoOfflineResponse" }

    public static let layout = MessageLayout(rollcall__v1__go_offline_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}

/// Whose presence to read.
public struct GetPresenceRequest: Message {
    /// UUIDs in their text form, at most 1,000 different ones. One that stands twice is answered
    /// once, and counts once.
    public var userIDs: [String]

    public init(userIDs: [String] = []) {
        self.userIDs = userIDs
    }
}

extension GetPresenceRequest {
    public static var typeName: String { "rollcall.v1.GetPresenceRequest" }

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

/// The presence of each user, in the order in which they were asked for.
public struct GetPresenceResponse: Message {
    /// One for each user.
    public var presences: [Presence]

    public init(presences: [Presence] = []) {
        self.presences = presences
    }
}

extension GetPresenceResponse {
    public static var typeName: String { "rollcall.v1.GetPresenceResponse" }

    public static let layout = MessageLayout(rollcall__v1__get_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetPresenceResponse.self)
        self.presences = try source.messages(c.pointee.presences, c.pointee.n_presences)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetPresenceResponse.self)
        (c.pointee.n_presences, c.pointee.presences) =
            target.list(self.presences) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presences": presences]
    }
}

/// Whose presence to watch.
public struct WatchRequest: Message {
    /// UUIDs in their text form, 1 to 1,000 different ones. One that stands twice is watched once,
    /// and counts once.
    public var userIDs: [String]
    /// Where an earlier watch of the same users stopped; absent for a new one. What has changed
    /// since is sent as `changes` at once, even if the list is empty: so the caller knows that the
    /// watch goes on. A service that no longer knows what has changed since sends a `snapshot`.
    public var cursor: Cursor?

    public init(userIDs: [String] = [], cursor: Cursor? = nil) {
        self.userIDs = userIDs
        self.cursor = cursor
    }
}

extension WatchRequest {
    public static var typeName: String { "rollcall.v1.WatchRequest" }

    public static let layout = MessageLayout(rollcall__v1__watch_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchRequest.self)
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
        self.cursor = try source.message(c.pointee.cursor)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchRequest.self)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
        if let value = self.cursor {
            c.pointee.cursor = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userIDs": userIDs, "cursor": cursor as Any]
    }
}

/// What a watch sends.
public struct WatchResponse: Message {
    /// One of the two.
    public var update: Update?
    /// Where the watch stands after this update.
    public var cursor: Cursor?

    public init(update: Update? = nil, cursor: Cursor? = nil) {
        self.update = update
        self.cursor = cursor
    }

    /// The value of `update`.
    public enum Update: Sendable, Equatable {
        /// The presence of every watched user, in place of all that was sent before.
        case snapshot(PresenceList)
        /// The presence of those users whose presence has changed. Empty at most once, at the
        /// beginning of a watch that goes on from a cursor.
        case changes(PresenceList)
    }
}

extension WatchResponse {
    public static var typeName: String { "rollcall.v1.WatchResponse" }

    public static let layout = MessageLayout(rollcall__v1__watch_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchResponse.self)
        switch c.pointee.update_case.rawValue {
        case 1: self.update = (try source.message(c.pointee.snapshot)).map { .snapshot($0) }
        case 2: self.update = (try source.message(c.pointee.changes)).map { .changes($0) }
        default: self.update = nil
        }
        self.cursor = try source.message(c.pointee.cursor)
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
        if let value = self.cursor {
            c.pointee.cursor = target.message(value)
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["update": update as Any, "cursor": cursor as Any]
    }
}

/// The presence of some users.
public struct PresenceList: Message {
    /// In no order.
    public var presences: [Presence]

    public init(presences: [Presence] = []) {
        self.presences = presences
    }
}

extension PresenceList {
    public static var typeName: String { "rollcall.v1.PresenceList" }

    public static let layout = MessageLayout(rollcall__v1__presence_list__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PresenceList.self)
        self.presences = try source.messages(c.pointee.presences, c.pointee.n_presences)
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

/// Whom to forget.
public struct ErasePresenceRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String
    /// Whether the user is a stray: there is no account, but nobody has deleted one either.
    /// Presence then does not remember that the user was erased, as a newer copy of Auth may bring
    /// the account back.
    public var isStray: Bool

    public init(userID: String = "", isStray: Bool = false) {
        self.userID = userID
        self.isStray = isStray
    }
}

extension ErasePresenceRequest {
    public static var typeName: String { "rollcall.v1.ErasePresenceRequest" }

    public static let layout = MessageLayout(rollcall__v1__erase_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ErasePresenceRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.isStray = c.pointee.is_stray != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ErasePresenceRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.is_stray = self.isStray ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "isStray": isStray]
    }
}

/// The user is forgotten.
public struct ErasePresenceResponse: Message {
    /// When that was done first, in milliseconds since 1970-01-01 UTC.
    public var erasedAtMs: Int64

    public init(erasedAtMs: Int64 = 0) {
        self.erasedAtMs = erasedAtMs
    }
}

extension ErasePresenceResponse {
    public static var typeName: String { "rollcall.v1.ErasePresenceResponse" }

    public static let layout = MessageLayout(rollcall__v1__erase_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ErasePresenceResponse.self)
        self.erasedAtMs = c.pointee.erased_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ErasePresenceResponse.self)
        c.pointee.erased_at_ms = self.erasedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["erasedAtMs": erasedAtMs]
    }
}

/// Whose presence to export.
public struct ExportPresenceRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ExportPresenceRequest {
    public static var typeName: String { "rollcall.v1.ExportPresenceRequest" }

    public static let layout = MessageLayout(rollcall__v1__export_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportPresenceRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportPresenceRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// What Presence knows of a user.
public struct ExportPresenceResponse: Message {
    /// What others see.
    public var presence: Presence?
    /// The devices that are online, in no order.
    public var leases: [ExportedLease]

    public init(presence: Presence? = nil, leases: [ExportedLease] = []) {
        self.presence = presence
        self.leases = leases
    }
}

extension ExportPresenceResponse {
    public static var typeName: String { "rollcall.v1.ExportPresenceResponse" }

    public static let layout = MessageLayout(rollcall__v1__export_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportPresenceResponse.self)
        self.presence = try source.message(c.pointee.presence)
        self.leases = try source.messages(c.pointee.leases, c.pointee.n_leases)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportPresenceResponse.self)
        if let value = self.presence {
            c.pointee.presence = target.message(value)
        }
        (c.pointee.n_leases, c.pointee.leases) = target.list(self.leases) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presence": presence as Any, "leases": leases]
    }
}

/// A device that is online. Presence does not know its name, only a digest of it.
public struct ExportedLease: Message {
    /// How long its lease lasts without a heartbeat, in milliseconds.
    public var leaseMs: UInt32
    /// Whether its user is away from it.
    public var away: Bool
    /// The session that took the lease, a UUID in its text form.
    public var sessionID: String

    public init(leaseMs: UInt32 = 0, away: Bool = false, sessionID: String = "") {
        self.leaseMs = leaseMs
        self.away = away
        self.sessionID = sessionID
    }
}

extension ExportedLease {
    public static var typeName: String { "rollcall.v1.ExportedLease" }

    public static let layout = MessageLayout(rollcall__v1__exported_lease__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedLease.self)
        self.leaseMs = c.pointee.lease_ms
        self.away = c.pointee.away != 0
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedLease.self)
        c.pointee.lease_ms = self.leaseMs
        c.pointee.away = self.away ? 1 : 0
        c.pointee.session_id = target.string(self.sessionID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseMs": leaseMs, "away": away, "sessionID": sessionID]
    }
}

/// A place in the history of changes.
public struct Cursor: Message {
    /// The run of the service that counted `version`.
    public var epoch: UInt64
    /// How many changes the service had seen.
    public var version: UInt64

    public init(epoch: UInt64 = 0, version: UInt64 = 0) {
        self.epoch = epoch
        self.version = version
    }
}

extension Cursor {
    public static var typeName: String { "rollcall.v1.Cursor" }

    public static let layout = MessageLayout(rollcall__v1__cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Cursor.self)
        self.epoch = c.pointee.epoch
        self.version = c.pointee.version
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Cursor.self)
        c.pointee.epoch = self.epoch
        c.pointee.version = self.version
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["epoch": epoch, "version": version]
    }
}

/// Which users to list.
public struct ListPresencesRequest: Message {
    /// How many at most: 1 to 500; 0 for 500. A larger number counts as 500.
    public var pageSize: UInt32
    /// The last user of the page before, a UUIDv7 in its text form; empty for the first page.
    public var afterUserID: String
    /// If there are any: these users, and not a page. At most 500.
    public var userIDs: [String]

    public init(pageSize: UInt32 = 0, afterUserID: String = "", userIDs: [String] = []) {
        self.pageSize = pageSize
        self.afterUserID = afterUserID
        self.userIDs = userIDs
    }
}

extension ListPresencesRequest {
    public static var typeName: String { "rollcall.v1.ListPresencesRequest" }

    public static let layout = MessageLayout(rollcall__v1__list_presences_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListPresencesRequest.self)
        self.pageSize = c.pointee.page_size
        self.afterUserID = try source.string(c.pointee.after_user_id, "after_user_id")
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListPresencesRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.after_user_id = target.string(self.afterUserID)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "afterUserID": afterUserID, "userIDs": userIDs]
    }
}

/// A page of users, or those who were asked for.
public struct ListPresencesResponse: Message {
    /// The users that Presence has something of. Of a page, in the order of their ids.
    public var presences: [PresenceTrace]
    /// Whether there may be another page.
    public var hasMore: Bool

    public init(presences: [PresenceTrace] = [], hasMore: Bool = false) {
        self.presences = presences
        self.hasMore = hasMore
    }
}

extension ListPresencesResponse {
    public static var typeName: String { "rollcall.v1.ListPresencesResponse" }

    public static let layout = MessageLayout(rollcall__v1__list_presences_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListPresencesResponse.self)
        self.presences = try source.messages(c.pointee.presences, c.pointee.n_presences)
        self.hasMore = c.pointee.has_more != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListPresencesResponse.self)
        (c.pointee.n_presences, c.pointee.presences) =
            target.list(self.presences) { target.message($0) }
        c.pointee.has_more = self.hasMore ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presences": presences, "hasMore": hasMore]
    }
}

/// What Presence has of a user: when the user was last seen, leases, or that the user was erased.
public struct PresenceTrace: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// Whether there is nothing but that the user was erased.
    public var isErased: Bool
    /// Whether the user is frozen.
    public var isFrozen: Bool

    public init(userID: String = "", isErased: Bool = false, isFrozen: Bool = false) {
        self.userID = userID
        self.isErased = isErased
        self.isFrozen = isFrozen
    }
}

extension PresenceTrace {
    public static var typeName: String { "rollcall.v1.PresenceTrace" }

    public static let layout = MessageLayout(rollcall__v1__presence_trace__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PresenceTrace.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.isErased = c.pointee.is_erased != 0
        self.isFrozen = c.pointee.is_frozen != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PresenceTrace.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.is_erased = self.isErased ? 1 : 0
        c.pointee.is_frozen = self.isFrozen ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "isErased": isErased, "isFrozen": isFrozen]
    }
}

/// Who is to be frozen.
public struct SetPresenceFrozenRequest: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// True to freeze the user, false to end the freezing.
    public var isFrozen: Bool

    public init(userID: String = "", isFrozen: Bool = false) {
        self.userID = userID
        self.isFrozen = isFrozen
    }
}

extension SetPresenceFrozenRequest {
    public static var typeName: String { "rollcall.v1.SetPresenceFrozenRequest" }

    public static let layout = MessageLayout(rollcall__v1__set_presence_frozen_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetPresenceFrozenRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.isFrozen = c.pointee.is_frozen != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetPresenceFrozenRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.is_frozen = self.isFrozen ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "isFrozen": isFrozen]
    }
}

/// It is so.
public struct SetPresenceFrozenResponse: Message {
    public init() {}
}

extension SetPresenceFrozenResponse {
    public static var typeName: String { "rollcall.v1.SetPresenceFrozenResponse" }

    public static let layout = MessageLayout(rollcall__v1__set_presence_frozen_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {}

    public func encode(into target: MessageTarget) {}

    public var describedFields: KeyValuePairs<String, Any> {
        [:]
    }
}
