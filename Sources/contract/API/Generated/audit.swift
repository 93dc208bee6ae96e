// swift-format-ignore-file
// Generated from rollcall/v1/audit.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The entries to list.
public struct ListAuditRequest: Message {
    /// Only those about one account; all if it is not set.
    public var user: UserKey?
    /// As in "Lists" of PROTOCOL.md.
    public var pageSize: UInt32
    /// As in "Lists" of PROTOCOL.md.
    public var pageToken: String

    public init(user: UserKey? = nil, pageSize: UInt32 = 0, pageToken: String = "") {
        self.user = user
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListAuditRequest {
    public static let layout = MessageLayout(rollcall__v1__list_audit_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListAuditRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListAuditRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of entries.
public struct ListAuditResponse: Message {
    /// The newest first.
    public var entries: [AuditEntry]
    /// As in "Lists" of PROTOCOL.md.
    public var nextPageToken: String

    public init(entries: [AuditEntry] = [], nextPageToken: String = "") {
        self.entries = entries
        self.nextPageToken = nextPageToken
    }
}

extension ListAuditResponse {
    public static let layout = MessageLayout(rollcall__v1__list_audit_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListAuditResponse.self)
        self.entries = try source.messages(c.pointee.entries, c.pointee.n_entries, "entries")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListAuditResponse.self)
        (c.pointee.n_entries, c.pointee.entries) = target.list(self.entries) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["entries": entries, "nextPageToken": nextPageToken]
    }
}

/// An entry of the log.
public struct AuditEntry: Message {
    /// Counts up from 1, without a gap.
    public var number: Int64
    /// In milliseconds since 1970-01-01 UTC.
    public var atMs: Int64
    /// What was done, such as `password.changed`: `[a-z.-]`, at most 48 characters.
    public var action: String
    /// The account that it was done to; empty for what concerns the deployment.
    public var userID: String
    /// Who did it: `owner`, `admin:` with a user id, `service:` with a name, `operator`, `stranger`
    /// or `auth`.
    public var `actor`: String
    /// From where, as `Session.address_prefix`; empty where it is not known.
    public var addressPrefix: String
    /// What changed, as far as it is no secret; may be empty.
    public var before: String
    /// What it is now; may be empty.
    public var after: String
    /// SHA-256: 32 bytes.
    public var hash: [UInt8]

    public init(
        number: Int64 = 0,
        atMs: Int64 = 0,
        action: String = "",
        userID: String = "",
        `actor`: String = "",
        addressPrefix: String = "",
        before: String = "",
        after: String = "",
        hash: [UInt8] = []
    ) {
        self.number = number
        self.atMs = atMs
        self.action = action
        self.userID = userID
        self.`actor` = `actor`
        self.addressPrefix = addressPrefix
        self.before = before
        self.after = after
        self.hash = hash
    }
}

extension AuditEntry {
    public static let layout = MessageLayout(rollcall__v1__audit_entry__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AuditEntry.self)
        self.number = c.pointee.number
        self.atMs = c.pointee.at_ms
        self.action = try source.string(c.pointee.action, "action")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.`actor` = try source.string(c.pointee.actor, "actor")
        self.addressPrefix = try source.string(c.pointee.address_prefix, "address_prefix")
        self.before = try source.string(c.pointee.before, "before")
        self.after = try source.string(c.pointee.after, "after")
        self.hash = source.bytes(c.pointee.hash)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AuditEntry.self)
        c.pointee.number = self.number
        c.pointee.at_ms = self.atMs
        c.pointee.action = target.string(self.action)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.actor = target.string(self.`actor`)
        c.pointee.address_prefix = target.string(self.addressPrefix)
        c.pointee.before = target.string(self.before)
        c.pointee.after = target.string(self.after)
        c.pointee.hash = target.bytes(self.hash)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "number": number,
            "atMs": atMs,
            "action": action,
            "userID": userID,
            "actor": `actor`,
            "addressPrefix": addressPrefix,
            "before": before,
            "after": after,
            "hash": hash,
        ]
    }
}

/// The log to verify: all of it.
public struct VerifyAuditRequest: EmptyMessage {
    public init() {}
}

extension VerifyAuditRequest {
    public static let layout = MessageLayout(rollcall__v1__verify_audit_request__init)
}

/// What was found.
public struct VerifyAuditResponse: Message {
    /// How many entries there are.
    public var entryCount: Int64
    /// The number of the first entry that was changed or is missing; not set if there is none.
    public var firstBroken: Int64?
    /// The hash of the newest entry: 32 bytes, or none for an empty log. Keep it elsewhere to find
    /// out later whether the end of the log was cut off.
    public var head: [UInt8]

    public init(entryCount: Int64 = 0, firstBroken: Int64? = nil, head: [UInt8] = []) {
        self.entryCount = entryCount
        self.firstBroken = firstBroken
        self.head = head
    }
}

extension VerifyAuditResponse {
    public static let layout = MessageLayout(rollcall__v1__verify_audit_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__VerifyAuditResponse.self)
        self.entryCount = c.pointee.entry_count
        if c.pointee._first_broken_case.rawValue == 2 {
            self.firstBroken = c.pointee.first_broken
        }
        self.head = source.bytes(c.pointee.head)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__VerifyAuditResponse.self)
        c.pointee.entry_count = self.entryCount
        if let value = self.firstBroken {
            c.pointee._first_broken_case = .init(rawValue: 2)
            c.pointee.first_broken = value
        }
        c.pointee.head = target.bytes(self.head)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["entryCount": entryCount, "firstBroken": firstBroken as Any, "head": head]
    }
}

/// The entries to list: those about the caller's account.
public struct ListActivityRequest: Message {
    /// As in "Lists" of PROTOCOL.md.
    public var pageSize: UInt32
    /// As in "Lists" of PROTOCOL.md.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListActivityRequest {
    public static let layout = MessageLayout(rollcall__v1__list_activity_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListActivityRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListActivityRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of entries.
public struct ListActivityResponse: Message {
    /// The newest first. `hash` and other users' ids are left out.
    public var entries: [AuditEntry]
    /// As in "Lists" of PROTOCOL.md.
    public var nextPageToken: String

    public init(entries: [AuditEntry] = [], nextPageToken: String = "") {
        self.entries = entries
        self.nextPageToken = nextPageToken
    }
}

extension ListActivityResponse {
    public static let layout = MessageLayout(rollcall__v1__list_activity_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListActivityResponse.self)
        self.entries = try source.messages(c.pointee.entries, c.pointee.n_entries, "entries")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListActivityResponse.self)
        (c.pointee.n_entries, c.pointee.entries) = target.list(self.entries) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["entries": entries, "nextPageToken": nextPageToken]
    }
}
