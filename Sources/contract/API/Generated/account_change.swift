// swift-format-ignore-file
// Generated from rollcall/v1/account_change.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// What has happened to an account.
public enum AccountChangeKind: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// The account exists: all accounts are being listed.
    case listed
    /// The account was made: by a sign-up, with or without an address, or by an import.
    case made
    /// The owner has proved to read mail at an address that the account had.
    case verified
    /// The account has another primary address, or another set of addresses.
    case addressChanged
    /// The account was disabled. When a ban ends by itself, no change follows: see
    /// `disable_ends_at_ms`.
    case disabled
    /// The account was enabled.
    case enabled
    /// The account was deleted: by its owner or an administrator, or as nobody had used it.
    case deleted
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .listed
        case 2: self = .made
        case 3: self = .verified
        case 4: self = .addressChanged
        case 5: self = .disabled
        case 6: self = .enabled
        case 7: self = .deleted
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .listed: 1
        case .made: 2
        case .verified: 3
        case .addressChanged: 4
        case .disabled: 5
        case .enabled: 6
        case .deleted: 7
        case .unrecognized(let number): number
        }
    }
}

/// Where to begin the stream.
public struct WatchAccountChangesRequest: Message {
    /// The cursor of the last handled message; absent to begin with all accounts.
    public var cursor: AccountChangeCursor?

    public init(cursor: AccountChangeCursor? = nil) {
        self.cursor = cursor
    }
}

extension WatchAccountChangesRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_account_changes_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchAccountChangesRequest.self)
        self.cursor = try source.message(c.pointee.cursor, "cursor")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchAccountChangesRequest.self)
        c.pointee.cursor = target.message(ifAny: self.cursor)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["cursor": cursor as Any]
    }
}

/// A position in the stream of changes. Send all fields back unchanged.
public struct AccountChangeCursor: Message {
    /// How many entries the audit log has had.
    public var number: UInt64
    /// The first 16 bytes of the hash of the last one.
    public var hash: [UInt8]
    /// The last listed account, while the accounts are being listed: a UUIDv7 in its text form.
    public var listedUserID: String

    public init(number: UInt64 = 0, hash: [UInt8] = [], listedUserID: String = "") {
        self.number = number
        self.hash = hash
        self.listedUserID = listedUserID
    }
}

extension AccountChangeCursor {
    public static let layout = MessageLayout(rollcall__v1__account_change_cursor__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AccountChangeCursor.self)
        self.number = c.pointee.number
        self.hash = source.bytes(c.pointee.hash)
        self.listedUserID = try source.string(c.pointee.listed_user_id, "listed_user_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AccountChangeCursor.self)
        c.pointee.number = self.number
        c.pointee.hash = target.bytes(self.hash)
        c.pointee.listed_user_id = target.string(self.listedUserID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["number": number, "hash": hash, "listedUserID": listedUserID]
    }
}

/// A part of the stream.
public struct WatchAccountChangesResponse: Message {
    /// At most 500.
    public var changes: [AccountChange]
    /// The position of the stream after this message.
    public var cursor: AccountChangeCursor?
    /// Whether all accounts are listed, from this message on. Accounts from before that are not
    /// listed until `is_current` are gone.
    public var replaces: Bool
    /// Whether all earlier changes have been sent.
    public var isCurrent: Bool
    /// Auth's time, in milliseconds since 1970-01-01 UTC.
    public var sentAtMs: Int64

    public init(
        changes: [AccountChange] = [],
        cursor: AccountChangeCursor? = nil,
        replaces: Bool = false,
        isCurrent: Bool = false,
        sentAtMs: Int64 = 0
    ) {
        self.changes = changes
        self.cursor = cursor
        self.replaces = replaces
        self.isCurrent = isCurrent
        self.sentAtMs = sentAtMs
    }
}

extension WatchAccountChangesResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_account_changes_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchAccountChangesResponse.self)
        self.changes = try source.messages(c.pointee.changes, c.pointee.n_changes, "changes")
        self.cursor = try source.message(c.pointee.cursor, "cursor")
        self.replaces = c.pointee.replaces != 0
        self.isCurrent = c.pointee.is_current != 0
        self.sentAtMs = c.pointee.sent_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchAccountChangesResponse.self)
        (c.pointee.n_changes, c.pointee.changes) = target.list(self.changes) { target.message($0) }
        c.pointee.cursor = target.message(ifAny: self.cursor)
        c.pointee.replaces = self.replaces ? 1 : 0
        c.pointee.is_current = self.isCurrent ? 1 : 0
        c.pointee.sent_at_ms = self.sentAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "changes": changes,
            "cursor": cursor as Any,
            "replaces": replaces,
            "isCurrent": isCurrent,
            "sentAtMs": sentAtMs,
        ]
    }
}

/// A change of an account.
public struct AccountChange: Message {
    /// The account, a UUIDv7 in its text form.
    public var userID: String
    /// What has happened.
    public var kind: AccountChangeKind
    /// When it happened, in milliseconds since 1970-01-01 UTC; of a listed account when it was
    /// made.
    public var changedAtMs: Int64
    /// The account as it is now, which may be later than the change; absent if it is gone.
    public var account: AccountState?

    public init(
        userID: String = "",
        kind: AccountChangeKind = .unspecified,
        changedAtMs: Int64 = 0,
        account: AccountState? = nil
    ) {
        self.userID = userID
        self.kind = kind
        self.changedAtMs = changedAtMs
        self.account = account
    }
}

extension AccountChange {
    public static let layout = MessageLayout(rollcall__v1__account_change__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AccountChange.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.kind = AccountChangeKind(c.pointee.kind)
        self.changedAtMs = c.pointee.changed_at_ms
        self.account = try source.message(c.pointee.account, "account")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AccountChange.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        c.pointee.changed_at_ms = self.changedAtMs
        c.pointee.account = target.message(ifAny: self.account)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["userID": userID, "kind": kind, "changedAtMs": changedAtMs, "account": account as Any]
    }
}

/// What services may know of every account. It has no address, as few services need one: ask the
/// user for it, or read it in the user's session (GetAccount).
public struct AccountState: Message {
    /// When the account was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// Whether the account has an e-mail address.
    public var hasEmail: Bool
    /// Whether the owner has proved to read mail at the primary address.
    public var isEmailVerified: Bool
    /// Whether sign-ins are refused.
    public var isDisabled: Bool
    /// When the ban ends, in milliseconds since 1970-01-01 UTC; 0 when the account is enabled, and
    /// when it is disabled for good.
    public var disableEndsAtMs: Int64

    public init(
        createdAtMs: Int64 = 0,
        hasEmail: Bool = false,
        isEmailVerified: Bool = false,
        isDisabled: Bool = false,
        disableEndsAtMs: Int64 = 0
    ) {
        self.createdAtMs = createdAtMs
        self.hasEmail = hasEmail
        self.isEmailVerified = isEmailVerified
        self.isDisabled = isDisabled
        self.disableEndsAtMs = disableEndsAtMs
    }
}

extension AccountState {
    public static let layout = MessageLayout(rollcall__v1__account_state__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AccountState.self)
        self.createdAtMs = c.pointee.created_at_ms
        self.hasEmail = c.pointee.has_email != 0
        self.isEmailVerified = c.pointee.is_email_verified != 0
        self.isDisabled = c.pointee.is_disabled != 0
        self.disableEndsAtMs = c.pointee.disable_ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AccountState.self)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.has_email = self.hasEmail ? 1 : 0
        c.pointee.is_email_verified = self.isEmailVerified ? 1 : 0
        c.pointee.is_disabled = self.isDisabled ? 1 : 0
        c.pointee.disable_ends_at_ms = self.disableEndsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "createdAtMs": createdAtMs,
            "hasEmail": hasEmail,
            "isEmailVerified": isEmailVerified,
            "isDisabled": isDisabled,
            "disableEndsAtMs": disableEndsAtMs,
        ]
    }
}
