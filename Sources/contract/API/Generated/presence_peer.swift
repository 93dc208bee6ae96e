// swift-format-ignore-file
// Generated from rollcall/v1/presence_peer.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The user who has signed up.
public struct RegisterPresenceRequest: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// When, in milliseconds since 1970-01-01 UTC.
    public var signedUpAtMs: Int64

    public init(userID: String = "", signedUpAtMs: Int64 = 0) {
        self.userID = userID
        self.signedUpAtMs = signedUpAtMs
    }
}

extension RegisterPresenceRequest {
    public static let layout = MessageLayout(rollcall__v1__register_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RegisterPresenceRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.signedUpAtMs = c.pointee.signed_up_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RegisterPresenceRequest.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.signed_up_at_ms = self.signedUpAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "signedUpAtMs": signedUpAtMs]
    }
}

/// The record exists.
public struct RegisterPresenceResponse: EmptyMessage {
    public init() {}
}

extension RegisterPresenceResponse {
    public static let layout = MessageLayout(rollcall__v1__register_presence_response__init)
}

/// The user to erase.
public struct ErasePresenceRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ErasePresenceRequest {
    public static let layout = MessageLayout(rollcall__v1__erase_presence_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ErasePresenceRequest.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ErasePresenceRequest.self)
        c.pointee.user_id = target.string(self.userID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID]
    }
}

/// The user is erased.
public struct ErasePresenceResponse: Message {
    /// When the user was first erased, in milliseconds since 1970-01-01 UTC.
    public var erasedAtMs: Int64

    public init(erasedAtMs: Int64 = 0) {
        self.erasedAtMs = erasedAtMs
    }
}

extension ErasePresenceResponse {
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

/// The user whose presence to export.
public struct ExportPresenceRequest: Message {
    /// The user, a UUID in its text form.
    public var userID: String

    public init(userID: String = "") {
        self.userID = userID
    }
}

extension ExportPresenceRequest {
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
    /// What the user sees of themselves.
    public var presence: Presence?
    /// The devices that are online, in any order.
    public var leases: [ExportedLease]
    /// What others may see.
    public var visibility: PresenceVisibility
    /// The status text; absent when there is none.
    public var status: Status?

    public init(
        presence: Presence? = nil,
        leases: [ExportedLease] = [],
        visibility: PresenceVisibility = .unspecified,
        status: Status? = nil
    ) {
        self.presence = presence
        self.leases = leases
        self.visibility = visibility
        self.status = status
    }
}

extension ExportPresenceResponse {
    public static let layout = MessageLayout(rollcall__v1__export_presence_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportPresenceResponse.self)
        self.presence = try source.message(c.pointee.presence, "presence")
        self.leases = try source.messages(c.pointee.leases, c.pointee.n_leases, "leases")
        self.visibility = PresenceVisibility(c.pointee.visibility)
        self.status = try source.message(c.pointee.status, "status")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportPresenceResponse.self)
        c.pointee.presence = target.message(ifAny: self.presence)
        (c.pointee.n_leases, c.pointee.leases) = target.list(self.leases) { target.message($0) }
        c.pointee.visibility = .init(rawValue: .init(truncatingIfNeeded: self.visibility.rawValue))
        c.pointee.status = target.message(ifAny: self.status)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "presence": presence as Any,
            "leases": leases,
            "visibility": visibility,
            "status": status as Any,
        ]
    }
}

/// A device that is online. Presence does not know its name, only a digest of it.
public struct ExportedLease: Message {
    /// How long its lease lasts without a heartbeat, in milliseconds.
    public var leaseMs: UInt32
    /// The state of the device.
    public var state: DeviceState
    /// The session that took the lease, a UUID in its text form.
    public var sessionID: String

    public init(leaseMs: UInt32 = 0, state: DeviceState = .unspecified, sessionID: String = "") {
        self.leaseMs = leaseMs
        self.state = state
        self.sessionID = sessionID
    }
}

extension ExportedLease {
    public static let layout = MessageLayout(rollcall__v1__exported_lease__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportedLease.self)
        self.leaseMs = c.pointee.lease_ms
        self.state = DeviceState(c.pointee.state)
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportedLease.self)
        c.pointee.lease_ms = self.leaseMs
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.session_id = target.string(self.sessionID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["leaseMs": leaseMs, "state": state, "sessionID": sessionID]
    }
}

/// The users to list.
public struct ListPresencesRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String
    /// If set: these users instead of a page, without a `page_token`. At most 500.
    public var userIDs: [String]

    public init(pageSize: UInt32 = 0, pageToken: String = "", userIDs: [String] = []) {
        self.pageSize = pageSize
        self.pageToken = pageToken
        self.userIDs = userIDs
    }
}

extension ListPresencesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_presences_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListPresencesRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
        self.userIDs = try source.strings(c.pointee.user_ids, c.pointee.n_user_ids, "user_ids")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListPresencesRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
        (c.pointee.n_user_ids, c.pointee.user_ids) = target.list(self.userIDs) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken, "userIDs": userIDs]
    }
}

/// A page of users, or the requested ones.
public struct ListPresencesResponse: Message {
    /// The users of whom Presence has data. A page is ordered by id.
    public var presences: [PresenceTrace]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(presences: [PresenceTrace] = [], nextPageToken: String = "") {
        self.presences = presences
        self.nextPageToken = nextPageToken
    }
}

extension ListPresencesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_presences_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListPresencesResponse.self)
        self.presences =
            try source.messages(c.pointee.presences, c.pointee.n_presences, "presences")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListPresencesResponse.self)
        (c.pointee.n_presences, c.pointee.presences) =
            target.list(self.presences) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["presences": presences, "nextPageToken": nextPageToken]
    }
}

/// What Presence has of a user: the last seen time, leases, settings, or the record of the erasure.
public struct PresenceTrace: Message {
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// Whether only the record of the erasure is left.
    public var isErased: Bool

    public init(userID: String = "", isErased: Bool = false) {
        self.userID = userID
        self.isErased = isErased
    }
}

extension PresenceTrace {
    public static let layout = MessageLayout(rollcall__v1__presence_trace__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PresenceTrace.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.isErased = c.pointee.is_erased != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PresenceTrace.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.is_erased = self.isErased ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "isErased": isErased]
    }
}
