// swift-format-ignore-file
// Generated from rollcall/v1/auth_admin.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// The role of an account.
public enum Role: OpenEnum {
    /// Unspecified.
    case unspecified
    /// No rights beyond the account's own data.
    case user
    /// The rights of an administrator.
    case admin
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .user
        case 2: self = .admin
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .user: 1
        case .admin: 2
        case .unrecognized(let number): number
        }
    }
}

/// What can stand between the owner of an account and a session.
public enum SignInObstacleKind: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// A limit is used up. Beyond `account` every password is answered as wrong. See `limit`.
    case limit
    /// The account is disabled. Every password is answered as wrong.
    case disabled
    /// The password must be replaced first, by a reset.
    case passwordReset
    /// The account has no password. Its owner signs in by a provider, a passkey or a mailed code.
    case noPassword
    /// After the password comes a code of the authenticator app, a recovery code or a passkey.
    case secondFactor
    /// Nobody has proved to read mail at the primary address. The password signs in all the same.
    case unverified
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .limit
        case 2: self = .disabled
        case 3: self = .passwordReset
        case 4: self = .noPassword
        case 5: self = .secondFactor
        case 6: self = .unverified
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .limit: 1
        case .disabled: 2
        case .passwordReset: 3
        case .noPassword: 4
        case .secondFactor: 5
        case .unverified: 6
        case .unrecognized(let number): number
        }
    }
}

/// Why a sign-in was refused.
public enum SignInRefusal: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// The password was wrong.
    case wrongPassword
    /// The limit of wrong passwords was used up. The password was not looked at.
    case locked
    /// The account was disabled, or its hash is damaged.
    case disabled
    /// The account has no password.
    case noPassword
    /// The password was correct, but must be replaced.
    case passwordReset
    /// The password was correct, and the second factor wrong.
    case wrongFactor
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .wrongPassword
        case 2: self = .locked
        case 3: self = .disabled
        case 4: self = .noPassword
        case 5: self = .passwordReset
        case 6: self = .wrongFactor
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .wrongPassword: 1
        case .locked: 2
        case .disabled: 3
        case .noPassword: 4
        case .passwordReset: 5
        case .wrongFactor: 6
        case .unrecognized(let number): number
        }
    }
}

/// What to do with the accounts that are found.
public enum FindUsersAct: OpenEnum {
    /// Nothing: a dry run.
    case unspecified
    /// As DisableUser, until they are enabled.
    case disable
    /// As DeleteUser.
    case delete
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .disable
        case 2: self = .delete
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .disable: 1
        case .delete: 2
        case .unrecognized(let number): number
        }
    }
}

/// What was done with an account.
public enum FoundUserOutcome: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// It was found.
    case found
    /// It is disabled.
    case disabled
    /// It is deleted.
    case deleted
    /// It was left as it is: it is an administrator's, or was deleted meanwhile.
    case left
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .found
        case 2: self = .disabled
        case 3: self = .deleted
        case 4: self = .left
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .found: 1
        case .disabled: 2
        case .deleted: 3
        case .left: 4
        case .unrecognized(let number): number
        }
    }
}

/// The state of a mail.
public enum MailState: OpenEnum {
    /// Unspecified.
    case unspecified
    /// The mail waits.
    case pending
    /// The mail was passed to the mail server, or to the spool.
    case sent
    /// The mail was given up.
    case dead
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .pending
        case 2: self = .sent
        case 3: self = .dead
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .pending: 1
        case .sent: 2
        case .dead: 3
        case .unrecognized(let number): number
        }
    }
}

/// The kinds of faults between the services, and their repairs.
public enum FindingKind: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// An account has no profile. It gets one, with the display name of its sign-up if that is
    /// free. Otherwise it gets a generated name, which its owner may change at once.
    case profileMissing
    /// The display name of an account is only held. It becomes the account's own.
    case nameUnconfirmed
    /// An account exists that was deleted after the copy of Auth was made, as Profile or Presence
    /// remembers. It is deleted again, unless it is the last administrator's.
    case deletedElsewhere
    /// A profile has no account. It is erased.
    case profileWithoutAccount
    /// A display name is held for an account that does not exist, and no sign-up is under way. It
    /// becomes free.
    case nameWithoutAccount
    /// Presence has data of a user who has no account. The data is erased.
    case presenceWithoutAccount
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .profileMissing
        case 2: self = .nameUnconfirmed
        case 3: self = .deletedElsewhere
        case 4: self = .profileWithoutAccount
        case 5: self = .nameWithoutAccount
        case 6: self = .presenceWithoutAccount
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .profileMissing: 1
        case .nameUnconfirmed: 2
        case .deletedElsewhere: 3
        case .profileWithoutAccount: 4
        case .nameWithoutAccount: 5
        case .presenceWithoutAccount: 6
        case .unrecognized(let number): number
        }
    }
}

/// The outcome of a finding.
public enum FindingOutcome: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// Not repaired.
    case `open`
    /// Repaired.
    case mended
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .`open`
        case 2: self = .mended
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .`open`: 1
        case .mended: 2
        case .unrecognized(let number): number
        }
    }
}

/// An account, as an administrator sees it.
public struct UserSummary: Message {
    /// A UUIDv7 in its text form.
    public var userID: String
    /// The primary e-mail address of the account, as the user wrote it; empty without one.
    public var email: String
    /// The account's role.
    public var role: Role
    /// When the account was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// Whether sign-ins are refused.
    public var isDisabled: Bool
    /// When the ban ends, in milliseconds since 1970-01-01 UTC; 0 when the account is enabled, and
    /// when it is disabled for good.
    public var disableEndsAtMs: Int64
    /// Whether the password must be replaced before the next sign-in.
    public var mustResetPassword: Bool
    /// How many sessions the account has.
    public var sessionCount: UInt32
    /// Whether the owner has proved to read mail at the primary address.
    public var isEmailVerified: Bool
    /// The display name; empty when the account has none, or Profile does not answer.
    public var displayName: String
    /// Whether the account has a password.
    public var hasPassword: Bool
    /// The e-mail addresses of the account besides the primary one; only from GetUser.
    public var otherEmails: [String]
    /// Whether the account has a second factor: an authenticator app.
    public var hasFactor: Bool
    /// What a sign-in to the account meets now. Only from GetUser.
    public var obstacles: [SignInObstacle]
    /// The last sign-ins that were refused because of the password, the second factor or the state
    /// of the account, the newest first: at most 10, of the last 30 days. Only from GetUser.
    public var refusedSignIns: [RefusedSignIn]

    public init(
        userID: String = "",
        email: String = "",
        role: Role = .unspecified,
        createdAtMs: Int64 = 0,
        isDisabled: Bool = false,
        disableEndsAtMs: Int64 = 0,
        mustResetPassword: Bool = false,
        sessionCount: UInt32 = 0,
        isEmailVerified: Bool = false,
        displayName: String = "",
        hasPassword: Bool = false,
        otherEmails: [String] = [],
        hasFactor: Bool = false,
        obstacles: [SignInObstacle] = [],
        refusedSignIns: [RefusedSignIn] = []
    ) {
        self.userID = userID
        self.email = email
        self.role = role
        self.createdAtMs = createdAtMs
        self.isDisabled = isDisabled
        self.disableEndsAtMs = disableEndsAtMs
        self.mustResetPassword = mustResetPassword
        self.sessionCount = sessionCount
        self.isEmailVerified = isEmailVerified
        self.displayName = displayName
        self.hasPassword = hasPassword
        self.otherEmails = otherEmails
        self.hasFactor = hasFactor
        self.obstacles = obstacles
        self.refusedSignIns = refusedSignIns
    }
}

extension UserSummary {
    public static let layout = MessageLayout(rollcall__v1__user_summary__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UserSummary.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.email = try source.string(c.pointee.email, "email")
        self.role = Role(c.pointee.role)
        self.createdAtMs = c.pointee.created_at_ms
        self.isDisabled = c.pointee.is_disabled != 0
        self.disableEndsAtMs = c.pointee.disable_ends_at_ms
        self.mustResetPassword = c.pointee.must_reset_password != 0
        self.sessionCount = c.pointee.session_count
        self.isEmailVerified = c.pointee.is_email_verified != 0
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.hasPassword = c.pointee.has_password != 0
        self.otherEmails =
            try source.strings(c.pointee.other_emails, c.pointee.n_other_emails, "other_emails")
        self.hasFactor = c.pointee.has_factor != 0
        self.obstacles =
            try source.messages(c.pointee.obstacles, c.pointee.n_obstacles, "obstacles")
        self.refusedSignIns =
            try source.messages(c.pointee.refused_sign_ins, c.pointee.n_refused_sign_ins, "refused_sign_ins")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UserSummary.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.email = target.string(self.email)
        c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: self.role.rawValue))
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.is_disabled = self.isDisabled ? 1 : 0
        c.pointee.disable_ends_at_ms = self.disableEndsAtMs
        c.pointee.must_reset_password = self.mustResetPassword ? 1 : 0
        c.pointee.session_count = self.sessionCount
        c.pointee.is_email_verified = self.isEmailVerified ? 1 : 0
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.has_password = self.hasPassword ? 1 : 0
        (c.pointee.n_other_emails, c.pointee.other_emails) =
            target.list(self.otherEmails) { target.string($0) }
        c.pointee.has_factor = self.hasFactor ? 1 : 0
        (c.pointee.n_obstacles, c.pointee.obstacles) =
            target.list(self.obstacles) { target.message($0) }
        (c.pointee.n_refused_sign_ins, c.pointee.refused_sign_ins) =
            target.list(self.refusedSignIns) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "email": Redacted(),
            "role": role,
            "createdAtMs": createdAtMs,
            "isDisabled": isDisabled,
            "disableEndsAtMs": disableEndsAtMs,
            "mustResetPassword": mustResetPassword,
            "sessionCount": sessionCount,
            "isEmailVerified": isEmailVerified,
            "displayName": displayName,
            "hasPassword": hasPassword,
            "otherEmails": Redacted(),
            "hasFactor": hasFactor,
            "obstacles": obstacles,
            "refusedSignIns": refusedSignIns,
        ]
    }
}

/// What a sign-in to an account meets.
public struct SignInObstacle: Message {
    /// The kind.
    public var kind: SignInObstacleKind
    /// The limit, as the service's option `--limit` names it; empty for other kinds. Those of a
    /// device or a session are of one that the account knows, and refuse nobody else.
    public var limit: String
    /// When it ends, in milliseconds since 1970-01-01 UTC; 0 when it does not end by itself.
    public var endsAtMs: Int64

    public init(kind: SignInObstacleKind = .unspecified, limit: String = "", endsAtMs: Int64 = 0) {
        self.kind = kind
        self.limit = limit
        self.endsAtMs = endsAtMs
    }
}

extension SignInObstacle {
    public static let layout = MessageLayout(rollcall__v1__sign_in_obstacle__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInObstacle.self)
        self.kind = SignInObstacleKind(c.pointee.kind)
        self.limit = try source.string(c.pointee.limit, "limit")
        self.endsAtMs = c.pointee.ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInObstacle.self)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        c.pointee.limit = target.string(self.limit)
        c.pointee.ends_at_ms = self.endsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["kind": kind, "limit": limit, "endsAtMs": endsAtMs]
    }
}

/// A sign-in that was refused.
public struct RefusedSignIn: Message {
    /// When, in milliseconds since 1970-01-01 UTC.
    public var atMs: Int64
    /// Why.
    public var reason: SignInRefusal
    /// The network that it came from, such as 203.0.113.0/24; empty for this machine.
    public var addressPrefix: String

    public init(atMs: Int64 = 0, reason: SignInRefusal = .unspecified, addressPrefix: String = "") {
        self.atMs = atMs
        self.reason = reason
        self.addressPrefix = addressPrefix
    }
}

extension RefusedSignIn {
    public static let layout = MessageLayout(rollcall__v1__refused_sign_in__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RefusedSignIn.self)
        self.atMs = c.pointee.at_ms
        self.reason = SignInRefusal(c.pointee.reason)
        self.addressPrefix = try source.string(c.pointee.address_prefix, "address_prefix")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RefusedSignIn.self)
        c.pointee.at_ms = self.atMs
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.address_prefix = target.string(self.addressPrefix)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["atMs": atMs, "reason": reason, "addressPrefix": addressPrefix]
    }
}

/// The account to read.
public struct GetUserRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension GetUserRequest {
    public static let layout = MessageLayout(rollcall__v1__get_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account.
public struct GetUserResponse: Message {
    /// The account.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension GetUserResponse {
    public static let layout = MessageLayout(rollcall__v1__get_user_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetUserResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetUserResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The accounts to list.
public struct ListUsersRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListUsersRequest {
    public static let layout = MessageLayout(rollcall__v1__list_users_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUsersRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUsersRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of accounts.
public struct ListUsersResponse: Message {
    /// The accounts, the oldest first.
    public var users: [UserSummary]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(users: [UserSummary] = [], nextPageToken: String = "") {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}

extension ListUsersResponse {
    public static let layout = MessageLayout(rollcall__v1__list_users_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUsersResponse.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUsersResponse.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users, "nextPageToken": nextPageToken]
    }
}

/// The accounts to find: those that meet all criteria that are given.
public struct FindUsersRequest: Message {
    /// Networks, or addresses in them: the account was made from one, or has a session that was
    /// opened from one in the last 30 days. IPv4 networks are /24, IPv6 networks /48.
    public var networks: [String]
    /// The account was made at this time or later, in milliseconds since 1970-01-01 UTC.
    public var createdAfterMs: Int64
    /// The account was made before this time, in milliseconds since 1970-01-01 UTC.
    public var createdBeforeMs: Int64
    /// The beginning of an e-mail address of the account, in any case.
    public var emailPrefix: String
    /// The beginning of the display name that the account signed up with, in any case.
    public var namePrefix: String
    /// What to do with the accounts.
    public var act: FindUsersAct
    /// Whether the display names of deleted accounts are free at once, not after 30 days.
    public var freeNames: Bool

    public init(
        networks: [String] = [],
        createdAfterMs: Int64 = 0,
        createdBeforeMs: Int64 = 0,
        emailPrefix: String = "",
        namePrefix: String = "",
        act: FindUsersAct = .unspecified,
        freeNames: Bool = false
    ) {
        self.networks = networks
        self.createdAfterMs = createdAfterMs
        self.createdBeforeMs = createdBeforeMs
        self.emailPrefix = emailPrefix
        self.namePrefix = namePrefix
        self.act = act
        self.freeNames = freeNames
    }
}

extension FindUsersRequest {
    public static let layout = MessageLayout(rollcall__v1__find_users_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FindUsersRequest.self)
        self.networks = try source.strings(c.pointee.networks, c.pointee.n_networks, "networks")
        self.createdAfterMs = c.pointee.created_after_ms
        self.createdBeforeMs = c.pointee.created_before_ms
        self.emailPrefix = try source.string(c.pointee.email_prefix, "email_prefix")
        self.namePrefix = try source.string(c.pointee.name_prefix, "name_prefix")
        self.act = FindUsersAct(c.pointee.act)
        self.freeNames = c.pointee.free_names != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FindUsersRequest.self)
        (c.pointee.n_networks, c.pointee.networks) =
            target.list(self.networks) { target.string($0) }
        c.pointee.created_after_ms = self.createdAfterMs
        c.pointee.created_before_ms = self.createdBeforeMs
        c.pointee.email_prefix = target.string(self.emailPrefix)
        c.pointee.name_prefix = target.string(self.namePrefix)
        c.pointee.act = .init(rawValue: .init(truncatingIfNeeded: self.act.rawValue))
        c.pointee.free_names = self.freeNames ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "networks": networks,
            "createdAfterMs": createdAfterMs,
            "createdBeforeMs": createdBeforeMs,
            "emailPrefix": emailPrefix,
            "namePrefix": namePrefix,
            "act": act,
            "freeNames": freeNames,
        ]
    }
}

/// An account that was found, or how far the search has come.
public struct FindUsersResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// An account.
        case user(FoundUser)
        /// How far the search has come.
        case progress(FindUsersProgress)
    }
}

extension FindUsersResponse {
    public static let layout = MessageLayout(rollcall__v1__find_users_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FindUsersResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.user, "user")).map { .user($0) }
        case 2:
            self.part = (try source.message(c.pointee.progress, "progress")).map { .progress($0) }
        default: self.part = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FindUsersResponse.self)
        switch self.part {
        case .user(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.user = target.message(value)
        case .progress(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.progress = target.message(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// An account that was found.
public struct FoundUser: Message {
    /// A UUIDv7 in its text form.
    public var userID: String
    /// The primary e-mail address; empty without one.
    public var email: String
    /// The display name of the sign-up; empty without one.
    public var displayName: String
    /// When the account was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// What was done.
    public var outcome: FoundUserOutcome

    public init(
        userID: String = "",
        email: String = "",
        displayName: String = "",
        createdAtMs: Int64 = 0,
        outcome: FoundUserOutcome = .unspecified
    ) {
        self.userID = userID
        self.email = email
        self.displayName = displayName
        self.createdAtMs = createdAtMs
        self.outcome = outcome
    }
}

extension FoundUser {
    public static let layout = MessageLayout(rollcall__v1__found_user__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FoundUser.self)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.email = try source.string(c.pointee.email, "email")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.createdAtMs = c.pointee.created_at_ms
        self.outcome = FoundUserOutcome(c.pointee.outcome)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FoundUser.self)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.email = target.string(self.email)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.outcome = .init(rawValue: .init(truncatingIfNeeded: self.outcome.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "userID": userID,
            "email": Redacted(),
            "displayName": displayName,
            "createdAtMs": createdAtMs,
            "outcome": outcome,
        ]
    }
}

/// How far a search has come.
public struct FindUsersProgress: Message {
    /// Accounts that were looked at.
    public var examined: UInt64
    /// Accounts that were found.
    public var found: UInt64
    /// Accounts that were disabled or deleted.
    public var changed: UInt64

    public init(examined: UInt64 = 0, found: UInt64 = 0, changed: UInt64 = 0) {
        self.examined = examined
        self.found = found
        self.changed = changed
    }
}

extension FindUsersProgress {
    public static let layout = MessageLayout(rollcall__v1__find_users_progress__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__FindUsersProgress.self)
        self.examined = c.pointee.examined
        self.found = c.pointee.found
        self.changed = c.pointee.changed
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__FindUsersProgress.self)
        c.pointee.examined = self.examined
        c.pointee.found = self.found
        c.pointee.changed = self.changed
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["examined": examined, "found": found, "changed": changed]
    }
}

/// The account whose sessions to list.
public struct ListUserSessionsRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension ListUserSessionsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_user_sessions_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUserSessionsRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUserSessionsRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The sessions of an account.
public struct ListUserSessionsResponse: Message {
    /// The sessions that have not ended, the last used first; at most 100.
    public var sessions: [Session]

    public init(sessions: [Session] = []) {
        self.sessions = sessions
    }
}

extension ListUserSessionsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_user_sessions_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListUserSessionsResponse.self)
        self.sessions = try source.messages(c.pointee.sessions, c.pointee.n_sessions, "sessions")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListUserSessionsResponse.self)
        (c.pointee.n_sessions, c.pointee.sessions) =
            target.list(self.sessions) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["sessions": sessions]
    }
}

/// The account to disable.
public struct DisableUserRequest: Message {
    /// The account.
    public var user: UserKey?
    /// When the ban ends, in milliseconds since 1970-01-01 UTC; 0 for never.
    public var endsAtMs: Int64

    public init(user: UserKey? = nil, endsAtMs: Int64 = 0) {
        self.user = user
        self.endsAtMs = endsAtMs
    }
}

extension DisableUserRequest {
    public static let layout = MessageLayout(rollcall__v1__disable_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DisableUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.endsAtMs = c.pointee.ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DisableUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.ends_at_ms = self.endsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "endsAtMs": endsAtMs]
    }
}

/// The account is disabled.
public struct DisableUserResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension DisableUserResponse {
    public static let layout = MessageLayout(rollcall__v1__disable_user_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DisableUserResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DisableUserResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account to take the second factor from.
public struct RemoveFactorsRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension RemoveFactorsRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_factors_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveFactorsRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveFactorsRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account has no second factor.
public struct RemoveFactorsResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension RemoveFactorsResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_factors_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveFactorsResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveFactorsResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account to delete.
public struct DeleteUserRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension DeleteUserRequest {
    public static let layout = MessageLayout(rollcall__v1__delete_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DeleteUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DeleteUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account is deleted at Auth, and will be at the other services.
public struct DeleteUserResponse: Message {
    /// The receipt for reading the progress by AccountDataService.GetDeletionReceipt.
    public var receipt: String

    public init(receipt: String = "") {
        self.receipt = receipt
    }
}

extension DeleteUserResponse {
    public static let layout = MessageLayout(rollcall__v1__delete_user_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DeleteUserResponse.self)
        self.receipt = try source.string(c.pointee.receipt, "receipt")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DeleteUserResponse.self)
        c.pointee.receipt = target.string(self.receipt)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["receipt": Redacted()]
    }
}

/// The account to enable.
public struct EnableUserRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension EnableUserRequest {
    public static let layout = MessageLayout(rollcall__v1__enable_user_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__EnableUserRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__EnableUserRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account is enabled.
public struct EnableUserResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension EnableUserResponse {
    public static let layout = MessageLayout(rollcall__v1__enable_user_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__EnableUserResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__EnableUserResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account whose password must be replaced.
public struct ForcePasswordResetRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension ForcePasswordResetRequest {
    public static let layout = MessageLayout(rollcall__v1__force_password_reset_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ForcePasswordResetRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ForcePasswordResetRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The password must be replaced.
public struct ForcePasswordResetResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension ForcePasswordResetResponse {
    public static let layout = MessageLayout(rollcall__v1__force_password_reset_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ForcePasswordResetResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ForcePasswordResetResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account, and its new address.
public struct SetUserAddressRequest: Message {
    /// The account.
    public var user: UserKey?
    /// The new primary address.
    public var email: String
    /// Why, for the audit log, which the owner can read as well: one line of 1 to 200 characters.
    public var reason: String

    public init(user: UserKey? = nil, email: String = "", reason: String = "") {
        self.user = user
        self.email = email
        self.reason = reason
    }
}

extension SetUserAddressRequest {
    public static let layout = MessageLayout(rollcall__v1__set_user_address_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetUserAddressRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.email = try source.string(c.pointee.email, "email")
        self.reason = try source.string(c.pointee.reason, "reason")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetUserAddressRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.email = target.string(self.email)
        c.pointee.reason = target.string(self.reason)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "email": Redacted(), "reason": reason]
    }
}

/// The account has the address.
public struct SetUserAddressResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension SetUserAddressResponse {
    public static let layout = MessageLayout(rollcall__v1__set_user_address_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetUserAddressResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetUserAddressResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account whose sessions to end.
public struct RevokeUserSessionsRequest: Message {
    /// The account.
    public var user: UserKey?

    public init(user: UserKey? = nil) {
        self.user = user
    }
}

extension RevokeUserSessionsRequest {
    public static let layout = MessageLayout(rollcall__v1__revoke_user_sessions_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RevokeUserSessionsRequest.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RevokeUserSessionsRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The sessions have ended.
public struct RevokeUserSessionsResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension RevokeUserSessionsResponse {
    public static let layout = MessageLayout(rollcall__v1__revoke_user_sessions_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RevokeUserSessionsResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RevokeUserSessionsResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// The account, and its new role.
public struct SetUserRoleRequest: Message {
    /// The account.
    public var user: UserKey?
    /// The new role.
    public var role: Role

    public init(user: UserKey? = nil, role: Role = .unspecified) {
        self.user = user
        self.role = role
    }
}

extension SetUserRoleRequest {
    public static let layout = MessageLayout(rollcall__v1__set_user_role_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetUserRoleRequest.self)
        self.user = try source.message(c.pointee.user, "user")
        self.role = Role(c.pointee.role)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetUserRoleRequest.self)
        c.pointee.user = target.message(ifAny: self.user)
        c.pointee.role = .init(rawValue: .init(truncatingIfNeeded: self.role.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any, "role": role]
    }
}

/// The account has the role.
public struct SetUserRoleResponse: Message {
    /// The account as it is now.
    public var user: UserSummary?

    public init(user: UserSummary? = nil) {
        self.user = user
    }
}

extension SetUserRoleResponse {
    public static let layout = MessageLayout(rollcall__v1__set_user_role_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SetUserRoleResponse.self)
        self.user = try source.message(c.pointee.user, "user")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SetUserRoleResponse.self)
        c.pointee.user = target.message(ifAny: self.user)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["user": user as Any]
    }
}

/// A message that another service has still to receive.
public struct Delivery: Message {
    /// Rises in the order of writing.
    public var deliveryID: Int64
    /// The kind of message, such as `confirmDisplayName`.
    public var kind: String
    /// The account that the message is about. It may be deleted.
    public var userID: String
    /// How often the other service has refused the message.
    public var refusals: UInt32

    public init(
        deliveryID: Int64 = 0,
        kind: String = "",
        userID: String = "",
        refusals: UInt32 = 0
    ) {
        self.deliveryID = deliveryID
        self.kind = kind
        self.userID = userID
        self.refusals = refusals
    }
}

extension Delivery {
    public static let layout = MessageLayout(rollcall__v1__delivery__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Delivery.self)
        self.deliveryID = c.pointee.delivery_id
        self.kind = try source.string(c.pointee.kind, "kind")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.refusals = c.pointee.refusals
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Delivery.self)
        c.pointee.delivery_id = self.deliveryID
        c.pointee.kind = target.string(self.kind)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.refusals = self.refusals
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deliveryID": deliveryID, "kind": kind, "userID": userID, "refusals": refusals]
    }
}

/// The deliveries to list.
public struct ListDeliveriesRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListDeliveriesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_deliveries_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListDeliveriesRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListDeliveriesRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of deliveries.
public struct ListDeliveriesResponse: Message {
    /// The deliveries, the oldest first.
    public var deliveries: [Delivery]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(deliveries: [Delivery] = [], nextPageToken: String = "") {
        self.deliveries = deliveries
        self.nextPageToken = nextPageToken
    }
}

extension ListDeliveriesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_deliveries_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListDeliveriesResponse.self)
        self.deliveries =
            try source.messages(c.pointee.deliveries, c.pointee.n_deliveries, "deliveries")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListDeliveriesResponse.self)
        (c.pointee.n_deliveries, c.pointee.deliveries) =
            target.list(self.deliveries) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deliveries": deliveries, "nextPageToken": nextPageToken]
    }
}

/// The delivery to retry.
public struct RetryDeliveryRequest: Message {
    /// The delivery.
    public var deliveryID: Int64

    public init(deliveryID: Int64 = 0) {
        self.deliveryID = deliveryID
    }
}

extension RetryDeliveryRequest {
    public static let layout = MessageLayout(rollcall__v1__retry_delivery_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RetryDeliveryRequest.self)
        self.deliveryID = c.pointee.delivery_id
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RetryDeliveryRequest.self)
        c.pointee.delivery_id = self.deliveryID
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["deliveryID": deliveryID]
    }
}

/// The delivery is being retried.
public struct RetryDeliveryResponse: EmptyMessage {
    public init() {}
}

extension RetryDeliveryResponse {
    public static let layout = MessageLayout(rollcall__v1__retry_delivery_response__init)
}

/// A caller who is refused because of a limit.
public struct Ban: Message {
    /// Identifies the ban: the limit, and a digest of the caller.
    public var banID: String
    /// The limit, as the service's option `--limit` names it.
    public var limit: String
    /// When the next attempt is accepted, in milliseconds since 1970-01-01 UTC.
    public var endsAtMs: Int64

    public init(banID: String = "", limit: String = "", endsAtMs: Int64 = 0) {
        self.banID = banID
        self.limit = limit
        self.endsAtMs = endsAtMs
    }
}

extension Ban {
    public static let layout = MessageLayout(rollcall__v1__ban__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Ban.self)
        self.banID = try source.string(c.pointee.ban_id, "ban_id")
        self.limit = try source.string(c.pointee.limit, "limit")
        self.endsAtMs = c.pointee.ends_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Ban.self)
        c.pointee.ban_id = target.string(self.banID)
        c.pointee.limit = target.string(self.limit)
        c.pointee.ends_at_ms = self.endsAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["banID": banID, "limit": limit, "endsAtMs": endsAtMs]
    }
}

/// The bans to list.
public struct ListBansRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListBansRequest {
    public static let layout = MessageLayout(rollcall__v1__list_bans_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListBansRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListBansRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of bans.
public struct ListBansResponse: Message {
    /// The bans, in any order. A page may be short or empty without being the last.
    public var bans: [Ban]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(bans: [Ban] = [], nextPageToken: String = "") {
        self.bans = bans
        self.nextPageToken = nextPageToken
    }
}

extension ListBansResponse {
    public static let layout = MessageLayout(rollcall__v1__list_bans_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListBansResponse.self)
        self.bans = try source.messages(c.pointee.bans, c.pointee.n_bans, "bans")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListBansResponse.self)
        (c.pointee.n_bans, c.pointee.bans) = target.list(self.bans) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["bans": bans, "nextPageToken": nextPageToken]
    }
}

/// The limits to reset.
public struct ClearBanRequest: Message {
    /// One of the three.
    public var key: Key?

    public init(key: Key? = nil) {
        self.key = key
    }

    /// The value of `key`.
    public enum Key: Sendable, Equatable {
        /// The id from the list.
        case banID(String)
        /// A login, an e-mail address or a display name. Resets the limits of the login, its
        /// mailbox, its account, the account's known devices and the account's sessions.
        case login(String)
        /// An IP address. Resets its limits, or those of the /64 of an IPv6 address.
        case address(String)
    }
}

extension ClearBanRequest {
    public static let layout = MessageLayout(rollcall__v1__clear_ban_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ClearBanRequest.self)
        switch c.pointee.key_case.rawValue {
        case 1: self.key = .banID(try source.string(c.pointee.ban_id, "ban_id"))
        case 2: self.key = .login(try source.string(c.pointee.login, "login"))
        case 3: self.key = .address(try source.string(c.pointee.address, "address"))
        default: self.key = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ClearBanRequest.self)
        switch self.key {
        case .banID(let value):
            c.pointee.key_case = .init(rawValue: 1)
            c.pointee.ban_id = target.string(value)
        case .login(let value):
            c.pointee.key_case = .init(rawValue: 2)
            c.pointee.login = target.string(value)
        case .address(let value):
            c.pointee.key_case = .init(rawValue: 3)
            c.pointee.address = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["key": key as Any]
    }
}

extension ClearBanRequest.Key: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .banID(let value): ["banID": value]
        case .login: ["login": Redacted()]
        case .address: ["address": Redacted()]
        }
    }
}

/// The limits were reset.
public struct ClearBanResponse: Message {
    /// Those that refused the caller, as the service's option `--limit` names them; empty when none
    /// did.
    public var limits: [String]

    public init(limits: [String] = []) {
        self.limits = limits
    }
}

extension ClearBanResponse {
    public static let layout = MessageLayout(rollcall__v1__clear_ban_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ClearBanResponse.self)
        self.limits = try source.strings(c.pointee.limits, c.pointee.n_limits, "limits")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ClearBanResponse.self)
        (c.pointee.n_limits, c.pointee.limits) = target.list(self.limits) { target.string($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["limits": limits]
    }
}

/// A service that has a credential.
public struct ServiceSummary: Message {
    /// The name of the service.
    public var name: String
    /// When its credential was made, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// When its credential was last used, to the hour, in milliseconds since 1970-01-01 UTC; 0 when
    /// it never was.
    public var lastUsedAtMs: Int64

    public init(name: String = "", createdAtMs: Int64 = 0, lastUsedAtMs: Int64 = 0) {
        self.name = name
        self.createdAtMs = createdAtMs
        self.lastUsedAtMs = lastUsedAtMs
    }
}

extension ServiceSummary {
    public static let layout = MessageLayout(rollcall__v1__service_summary__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ServiceSummary.self)
        self.name = try source.string(c.pointee.name, "name")
        self.createdAtMs = c.pointee.created_at_ms
        self.lastUsedAtMs = c.pointee.last_used_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ServiceSummary.self)
        c.pointee.name = target.string(self.name)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.last_used_at_ms = self.lastUsedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "createdAtMs": createdAtMs, "lastUsedAtMs": lastUsedAtMs]
    }
}

/// The service that gets a credential.
public struct AddServiceRequest: Message {
    /// The name of the service: 1 to 32 of `a` to `z`, `0` to `9` and `-`.
    public var name: String
    /// Whether to replace the credential of an existing service, for example a lost one. A name
    /// without a service gets a new service in either case.
    public var replace: Bool

    public init(name: String = "", replace: Bool = false) {
        self.name = name
        self.replace = replace
    }
}

extension AddServiceRequest {
    public static let layout = MessageLayout(rollcall__v1__add_service_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AddServiceRequest.self)
        self.name = try source.string(c.pointee.name, "name")
        self.replace = c.pointee.replace != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AddServiceRequest.self)
        c.pointee.name = target.string(self.name)
        c.pointee.replace = self.replace ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "replace": replace]
    }
}

/// The service has a credential.
public struct AddServiceResponse: Message {
    /// The service.
    public var service: ServiceSummary?
    /// The credential, which the service exchanges for tokens. It is not stored and cannot be shown
    /// again.
    public var credential: String

    public init(service: ServiceSummary? = nil, credential: String = "") {
        self.service = service
        self.credential = credential
    }
}

extension AddServiceResponse {
    public static let layout = MessageLayout(rollcall__v1__add_service_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__AddServiceResponse.self)
        self.service = try source.message(c.pointee.service, "service")
        self.credential = try source.string(c.pointee.credential, "credential")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__AddServiceResponse.self)
        c.pointee.service = target.message(ifAny: self.service)
        c.pointee.credential = target.string(self.credential)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["service": service as Any, "credential": Redacted()]
    }
}

/// The page of services to list.
public struct ListServiceCredentialsRequest: Message {
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListServiceCredentialsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_service_credentials_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListServiceCredentialsRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListServiceCredentialsRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of services.
public struct ListServiceCredentialsResponse: Message {
    /// Ordered by name.
    public var services: [ServiceSummary]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(services: [ServiceSummary] = [], nextPageToken: String = "") {
        self.services = services
        self.nextPageToken = nextPageToken
    }
}

extension ListServiceCredentialsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_service_credentials_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListServiceCredentialsResponse.self)
        self.services = try source.messages(c.pointee.services, c.pointee.n_services, "services")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListServiceCredentialsResponse.self)
        (c.pointee.n_services, c.pointee.services) =
            target.list(self.services) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["services": services, "nextPageToken": nextPageToken]
    }
}

/// The service whose credential to remove.
public struct RemoveServiceRequest: Message {
    /// The name of the service.
    public var name: String

    public init(name: String = "") {
        self.name = name
    }
}

extension RemoveServiceRequest {
    public static let layout = MessageLayout(rollcall__v1__remove_service_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RemoveServiceRequest.self)
        self.name = try source.string(c.pointee.name, "name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RemoveServiceRequest.self)
        c.pointee.name = target.string(self.name)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name]
    }
}

/// The credential was removed.
public struct RemoveServiceResponse: EmptyMessage {
    public init() {}
}

extension RemoveServiceResponse {
    public static let layout = MessageLayout(rollcall__v1__remove_service_response__init)
}

/// A mail, without its content. Times are milliseconds since 1970-01-01 UTC.
public struct MailSummary: Message {
    /// A UUIDv7 in its text form.
    public var mailID: String
    /// The kind of mail; empty for a kind that this version does not know.
    public var kind: String
    /// The account that the mail is about; empty when there is none.
    public var userID: String
    /// The recipient's address.
    public var recipient: String
    /// The state of the mail.
    public var state: MailState
    /// How many attempts were made.
    public var attempts: UInt32
    /// When the next attempt is made.
    public var dueAtMs: Int64
    /// When it was queued.
    public var createdAtMs: Int64
    /// When the mail is given up.
    public var expiresAtMs: Int64
    /// When it was sent or given up; 0 while it waits.
    public var endedAtMs: Int64
    /// The error of the last attempt; may be empty.
    public var lastError: String

    public init(
        mailID: String = "",
        kind: String = "",
        userID: String = "",
        recipient: String = "",
        state: MailState = .unspecified,
        attempts: UInt32 = 0,
        dueAtMs: Int64 = 0,
        createdAtMs: Int64 = 0,
        expiresAtMs: Int64 = 0,
        endedAtMs: Int64 = 0,
        lastError: String = ""
    ) {
        self.mailID = mailID
        self.kind = kind
        self.userID = userID
        self.recipient = recipient
        self.state = state
        self.attempts = attempts
        self.dueAtMs = dueAtMs
        self.createdAtMs = createdAtMs
        self.expiresAtMs = expiresAtMs
        self.endedAtMs = endedAtMs
        self.lastError = lastError
    }
}

extension MailSummary {
    public static let layout = MessageLayout(rollcall__v1__mail_summary__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__MailSummary.self)
        self.mailID = try source.string(c.pointee.mail_id, "mail_id")
        self.kind = try source.string(c.pointee.kind, "kind")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.recipient = try source.string(c.pointee.recipient, "recipient")
        self.state = MailState(c.pointee.state)
        self.attempts = c.pointee.attempts
        self.dueAtMs = c.pointee.due_at_ms
        self.createdAtMs = c.pointee.created_at_ms
        self.expiresAtMs = c.pointee.expires_at_ms
        self.endedAtMs = c.pointee.ended_at_ms
        self.lastError = try source.string(c.pointee.last_error, "last_error")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__MailSummary.self)
        c.pointee.mail_id = target.string(self.mailID)
        c.pointee.kind = target.string(self.kind)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.recipient = target.string(self.recipient)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.attempts = self.attempts
        c.pointee.due_at_ms = self.dueAtMs
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.expires_at_ms = self.expiresAtMs
        c.pointee.ended_at_ms = self.endedAtMs
        c.pointee.last_error = target.string(self.lastError)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "mailID": mailID,
            "kind": kind,
            "userID": userID,
            "recipient": Redacted(),
            "state": state,
            "attempts": attempts,
            "dueAtMs": dueAtMs,
            "createdAtMs": createdAtMs,
            "expiresAtMs": expiresAtMs,
            "endedAtMs": endedAtMs,
            "lastError": lastError,
        ]
    }
}

/// The mails to list.
public struct ListMailRequest: Message {
    /// The state of the mails.
    public var state: MailState
    /// The page size: 1 to 500; 0 for 50. Larger values count as 500.
    public var pageSize: UInt32
    /// The `next_page_token` of the previous page; empty for the first page.
    public var pageToken: String

    public init(state: MailState = .unspecified, pageSize: UInt32 = 0, pageToken: String = "") {
        self.state = state
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ListMailRequest {
    public static let layout = MessageLayout(rollcall__v1__list_mail_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListMailRequest.self)
        self.state = MailState(c.pointee.state)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListMailRequest.self)
        c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["state": state, "pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of mails.
public struct ListMailResponse: Message {
    /// The mails, the newest first.
    public var mails: [MailSummary]
    /// The token of the next page; empty when this is the last page.
    public var nextPageToken: String

    public init(mails: [MailSummary] = [], nextPageToken: String = "") {
        self.mails = mails
        self.nextPageToken = nextPageToken
    }
}

extension ListMailResponse {
    public static let layout = MessageLayout(rollcall__v1__list_mail_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListMailResponse.self)
        self.mails = try source.messages(c.pointee.mails, c.pointee.n_mails, "mails")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListMailResponse.self)
        (c.pointee.n_mails, c.pointee.mails) = target.list(self.mails) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mails": mails, "nextPageToken": nextPageToken]
    }
}

/// The mail to retry.
public struct RetryMailRequest: Message {
    /// The mail.
    public var mailID: String

    public init(mailID: String = "") {
        self.mailID = mailID
    }
}

extension RetryMailRequest {
    public static let layout = MessageLayout(rollcall__v1__retry_mail_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RetryMailRequest.self)
        self.mailID = try source.string(c.pointee.mail_id, "mail_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RetryMailRequest.self)
        c.pointee.mail_id = target.string(self.mailID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mailID": mailID]
    }
}

/// The mail is being retried.
public struct RetryMailResponse: EmptyMessage {
    public init() {}
}

extension RetryMailResponse {
    public static let layout = MessageLayout(rollcall__v1__retry_mail_response__init)
}

/// The mail to delete.
public struct DropMailRequest: Message {
    /// The mail.
    public var mailID: String

    public init(mailID: String = "") {
        self.mailID = mailID
    }
}

extension DropMailRequest {
    public static let layout = MessageLayout(rollcall__v1__drop_mail_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__DropMailRequest.self)
        self.mailID = try source.string(c.pointee.mail_id, "mail_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__DropMailRequest.self)
        c.pointee.mail_id = target.string(self.mailID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mailID": mailID]
    }
}

/// The mail was deleted.
public struct DropMailResponse: EmptyMessage {
    public init() {}
}

extension DropMailResponse {
    public static let layout = MessageLayout(rollcall__v1__drop_mail_response__init)
}

/// The recipient of a test mail.
public struct SendTestMailRequest: Message {
    /// The e-mail address.
    public var email: String
    /// The language, a BCP 47 tag; empty for the deployment's language.
    public var locale: String

    public init(email: String = "", locale: String = "") {
        self.email = email
        self.locale = locale
    }
}

extension SendTestMailRequest {
    public static let layout = MessageLayout(rollcall__v1__send_test_mail_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendTestMailRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.locale = try source.string(c.pointee.locale, "locale")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendTestMailRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.locale = target.string(self.locale)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "locale": locale]
    }
}

/// The mail was queued.
public struct SendTestMailResponse: Message {
    /// The id under which `ListMail` shows it.
    public var mailID: String

    public init(mailID: String = "") {
        self.mailID = mailID
    }
}

extension SendTestMailResponse {
    public static let layout = MessageLayout(rollcall__v1__send_test_mail_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendTestMailResponse.self)
        self.mailID = try source.string(c.pointee.mail_id, "mail_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendTestMailResponse.self)
        c.pointee.mail_id = target.string(self.mailID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mailID": mailID]
    }
}

/// A key that tokens are signed with. Times are milliseconds since 1970-01-01 UTC.
public struct SigningKeySummary: Message {
    /// The `kid` in the header of the tokens that it signs.
    public var keyID: String
    /// When the key was made.
    public var createdAtMs: Int64
    /// When the key begins to sign.
    public var signingStartsAtMs: Int64
    /// When another key replaced it; 0 if none has.
    public var retiredAtMs: Int64
    /// Whether the key signs now.
    public var isSigning: Bool

    public init(
        keyID: String = "",
        createdAtMs: Int64 = 0,
        signingStartsAtMs: Int64 = 0,
        retiredAtMs: Int64 = 0,
        isSigning: Bool = false
    ) {
        self.keyID = keyID
        self.createdAtMs = createdAtMs
        self.signingStartsAtMs = signingStartsAtMs
        self.retiredAtMs = retiredAtMs
        self.isSigning = isSigning
    }
}

extension SigningKeySummary {
    public static let layout = MessageLayout(rollcall__v1__signing_key_summary__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SigningKeySummary.self)
        self.keyID = try source.string(c.pointee.key_id, "key_id")
        self.createdAtMs = c.pointee.created_at_ms
        self.signingStartsAtMs = c.pointee.signing_starts_at_ms
        self.retiredAtMs = c.pointee.retired_at_ms
        self.isSigning = c.pointee.is_signing != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SigningKeySummary.self)
        c.pointee.key_id = target.string(self.keyID)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.signing_starts_at_ms = self.signingStartsAtMs
        c.pointee.retired_at_ms = self.retiredAtMs
        c.pointee.is_signing = self.isSigning ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "keyID": keyID,
            "createdAtMs": createdAtMs,
            "signingStartsAtMs": signingStartsAtMs,
            "retiredAtMs": retiredAtMs,
            "isSigning": isSigning,
        ]
    }
}

/// The keys to list: all.
public struct ListSigningKeysRequest: EmptyMessage {
    public init() {}
}

extension ListSigningKeysRequest {
    public static let layout = MessageLayout(rollcall__v1__list_signing_keys_request__init)
}

/// The keys.
public struct ListSigningKeysResponse: Message {
    /// In the order in which they sign.
    public var keys: [SigningKeySummary]

    public init(keys: [SigningKeySummary] = []) {
        self.keys = keys
    }
}

extension ListSigningKeysResponse {
    public static let layout = MessageLayout(rollcall__v1__list_signing_keys_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListSigningKeysResponse.self)
        self.keys = try source.messages(c.pointee.keys, c.pointee.n_keys, "keys")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListSigningKeysResponse.self)
        (c.pointee.n_keys, c.pointee.keys) = target.list(self.keys) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["keys": keys]
    }
}

/// How to change the key.
public struct RotateSigningKeyRequest: Message {
    /// Whether to refuse tokens of earlier keys immediately, for example because the keys may have
    /// been stolen. Each client then refreshes its access token.
    public var withdrawOthers: Bool

    public init(withdrawOthers: Bool = false) {
        self.withdrawOthers = withdrawOthers
    }
}

extension RotateSigningKeyRequest {
    public static let layout = MessageLayout(rollcall__v1__rotate_signing_key_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RotateSigningKeyRequest.self)
        self.withdrawOthers = c.pointee.withdraw_others != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RotateSigningKeyRequest.self)
        c.pointee.withdraw_others = self.withdrawOthers ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["withdrawOthers": withdrawOthers]
    }
}

/// The key has changed.
public struct RotateSigningKeyResponse: Message {
    /// The present keys, in the order in which they sign.
    public var keys: [SigningKeySummary]

    public init(keys: [SigningKeySummary] = []) {
        self.keys = keys
    }
}

extension RotateSigningKeyResponse {
    public static let layout = MessageLayout(rollcall__v1__rotate_signing_key_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RotateSigningKeyResponse.self)
        self.keys = try source.messages(c.pointee.keys, c.pointee.n_keys, "keys")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RotateSigningKeyResponse.self)
        (c.pointee.n_keys, c.pointee.keys) = target.list(self.keys) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["keys": keys]
    }
}

/// How to begin another epoch.
public struct BeginEpochRequest: Message {
    /// Whether the database may be in other hands.
    public var hasLeaked: Bool

    public init(hasLeaked: Bool = false) {
        self.hasLeaked = hasLeaked
    }
}

extension BeginEpochRequest {
    public static let layout = MessageLayout(rollcall__v1__begin_epoch_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BeginEpochRequest.self)
        self.hasLeaked = c.pointee.has_leaked != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BeginEpochRequest.self)
        c.pointee.has_leaked = self.hasLeaked ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["hasLeaked": hasLeaked]
    }
}

/// Another epoch has begun.
public struct BeginEpochResponse: Message {
    /// How many sessions ended.
    public var endedSessionCount: UInt64
    /// How many accounts must replace their password, which need not have done so before.
    public var resetPasswordCount: UInt64
    /// How many accounts keep their password, as they have no e-mail address for a reset.
    public var keptPasswordCount: UInt64

    public init(
        endedSessionCount: UInt64 = 0,
        resetPasswordCount: UInt64 = 0,
        keptPasswordCount: UInt64 = 0
    ) {
        self.endedSessionCount = endedSessionCount
        self.resetPasswordCount = resetPasswordCount
        self.keptPasswordCount = keptPasswordCount
    }
}

extension BeginEpochResponse {
    public static let layout = MessageLayout(rollcall__v1__begin_epoch_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__BeginEpochResponse.self)
        self.endedSessionCount = c.pointee.ended_session_count
        self.resetPasswordCount = c.pointee.reset_password_count
        self.keptPasswordCount = c.pointee.kept_password_count
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__BeginEpochResponse.self)
        c.pointee.ended_session_count = self.endedSessionCount
        c.pointee.reset_password_count = self.resetPasswordCount
        c.pointee.kept_password_count = self.keptPasswordCount
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "endedSessionCount": endedSessionCount,
            "resetPasswordCount": resetPasswordCount,
            "keptPasswordCount": keptPasswordCount,
        ]
    }
}

/// How to run the check.
public struct CheckConsistencyRequest: Message {
    /// Whether to repair the findings.
    public var mend: Bool
    /// Whether to mend also if there are no accounts, or if more than 10 users and more than a
    /// tenth of all would be erased, as with a wrong copy of a database.
    public var acceptLoss: Bool

    public init(mend: Bool = false, acceptLoss: Bool = false) {
        self.mend = mend
        self.acceptLoss = acceptLoss
    }
}

extension CheckConsistencyRequest {
    public static let layout = MessageLayout(rollcall__v1__check_consistency_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckConsistencyRequest.self)
        self.mend = c.pointee.mend != 0
        self.acceptLoss = c.pointee.accept_loss != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckConsistencyRequest.self)
        c.pointee.mend = self.mend ? 1 : 0
        c.pointee.accept_loss = self.acceptLoss ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["mend": mend, "acceptLoss": acceptLoss]
    }
}

/// A finding, or the summary.
public struct CheckConsistencyResponse: Message {
    /// One of the two.
    public var part: Part?

    public init(part: Part? = nil) {
        self.part = part
    }

    /// The value of `part`.
    public enum Part: Sendable, Equatable {
        /// A fault, or a repaired fault.
        case finding(Finding)
        /// What was compared; nothing follows.
        case summary(ConsistencySummary)
    }
}

extension CheckConsistencyResponse {
    public static let layout = MessageLayout(rollcall__v1__check_consistency_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__CheckConsistencyResponse.self)
        switch c.pointee.part_case.rawValue {
        case 1: self.part = (try source.message(c.pointee.finding, "finding")).map { .finding($0) }
        case 2: self.part = (try source.message(c.pointee.summary, "summary")).map { .summary($0) }
        default: self.part = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__CheckConsistencyResponse.self)
        switch self.part {
        case .finding(let value):
            c.pointee.part_case = .init(rawValue: 1)
            c.pointee.finding = target.message(value)
        case .summary(let value):
            c.pointee.part_case = .init(rawValue: 2)
            c.pointee.summary = target.message(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["part": part as Any]
    }
}

/// A fault between the services, or a repaired one.
public struct Finding: Message {
    /// The kind of fault.
    public var kind: FindingKind
    /// The outcome.
    public var outcome: FindingOutcome
    /// The user, a UUIDv7 in its text form.
    public var userID: String
    /// The display name that the user has or holds at Profile now; empty for none.
    public var displayName: String

    public init(
        kind: FindingKind = .unspecified,
        outcome: FindingOutcome = .unspecified,
        userID: String = "",
        displayName: String = ""
    ) {
        self.kind = kind
        self.outcome = outcome
        self.userID = userID
        self.displayName = displayName
    }
}

extension Finding {
    public static let layout = MessageLayout(rollcall__v1__finding__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Finding.self)
        self.kind = FindingKind(c.pointee.kind)
        self.outcome = FindingOutcome(c.pointee.outcome)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Finding.self)
        c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        c.pointee.outcome = .init(rawValue: .init(truncatingIfNeeded: self.outcome.rawValue))
        c.pointee.user_id = target.string(self.userID)
        c.pointee.display_name = target.string(self.displayName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["kind": kind, "outcome": outcome, "userID": userID, "displayName": displayName]
    }
}

/// What was compared.
public struct ConsistencySummary: Message {
    /// Accounts.
    public var accounts: UInt64
    /// Users of Profile, including held display names, without erased users.
    public var profiles: UInt64
    /// Users of Presence, without erased users.
    public var presences: UInt64
    /// Findings.
    public var findings: UInt64
    /// Findings that were not repaired.
    public var unmended: UInt64

    public init(
        accounts: UInt64 = 0,
        profiles: UInt64 = 0,
        presences: UInt64 = 0,
        findings: UInt64 = 0,
        unmended: UInt64 = 0
    ) {
        self.accounts = accounts
        self.profiles = profiles
        self.presences = presences
        self.findings = findings
        self.unmended = unmended
    }
}

extension ConsistencySummary {
    public static let layout = MessageLayout(rollcall__v1__consistency_summary__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ConsistencySummary.self)
        self.accounts = c.pointee.accounts
        self.profiles = c.pointee.profiles
        self.presences = c.pointee.presences
        self.findings = c.pointee.findings
        self.unmended = c.pointee.unmended
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ConsistencySummary.self)
        c.pointee.accounts = self.accounts
        c.pointee.profiles = self.profiles
        c.pointee.presences = self.presences
        c.pointee.findings = self.findings
        c.pointee.unmended = self.unmended
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "accounts": accounts,
            "profiles": profiles,
            "presences": presences,
            "findings": findings,
            "unmended": unmended,
        ]
    }
}
