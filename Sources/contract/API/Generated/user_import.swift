// swift-format-ignore-file
// Generated from rollcall/v1/user_import.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// What became of a user.
public enum ImportOutcome: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// The account was made.
    case imported
    /// It was made by an earlier call.
    case wasThere
    /// No account was made: see `problem`.
    case refused
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .imported
        case 2: self = .wasThere
        case 3: self = .refused
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .imported: 1
        case .wasThere: 2
        case .refused: 3
        case .unrecognized(let number): number
        }
    }
}

/// The accounts to make.
public struct ImportUsersRequest: Message {
    /// At most 1,000.
    public var users: [ImportedUser]
    /// Where they come from, such as `firebase`: 1 to 32 characters of `[a-z0-9-]`. With
    /// `foreign_id` it names a user.
    public var source: String
    /// Whether nothing is written: the results are what an import would answer now.
    public var isDryRun: Bool

    public init(users: [ImportedUser] = [], source: String = "", isDryRun: Bool = false) {
        self.users = users
        self.source = source
        self.isDryRun = isDryRun
    }
}

extension ImportUsersRequest {
    public static let layout = MessageLayout(rollcall__v1__import_users_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ImportUsersRequest.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
        self.source = try source.string(c.pointee.source, "source")
        self.isDryRun = c.pointee.is_dry_run != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ImportUsersRequest.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
        c.pointee.source = target.string(self.source)
        c.pointee.is_dry_run = self.isDryRun ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users, "source": source, "isDryRun": isDryRun]
    }
}

/// A user elsewhere, or an exported account. Times are milliseconds since 1970-01-01 UTC.
public struct ImportedUser: Message {
    /// The user's id there: 1 to 128 bytes.
    public var foreignID: String
    /// As `SignUpRequest.email`; empty without one.
    public var email: String
    /// Whether its owner has proved to read mail there.
    public var isEmailVerified: Bool
    /// The hash of the password; empty without one. A PHC string of argon2i, argon2id, scrypt,
    /// pbkdf2-sha256 or pbkdf2-sha512; bcrypt's `$2a$`, `$2b$` or `$2y$`; or Firebase's with the
    /// key of its project, as Supabase has it:
    /// `$fbscrypt$v=1,n=14,r=8,p=1,ss=<separator>,sk=<signer key>$<salt>$<hash>`.
    public var passwordHash: String
    /// The display name; empty without one. If its rules refuse it, the account is made without it.
    public var displayName: String
    /// A language tag (BCP 47); may be empty.
    public var locale: String
    /// When the account was made; 0 for now.
    public var createdAtMs: Int64
    /// Whether sign-ins are refused.
    public var isDisabled: Bool
    /// The identities that it signs in with.
    public var identities: [ImportedIdentity]

    public init(
        foreignID: String = "",
        email: String = "",
        isEmailVerified: Bool = false,
        passwordHash: String = "",
        displayName: String = "",
        locale: String = "",
        createdAtMs: Int64 = 0,
        isDisabled: Bool = false,
        identities: [ImportedIdentity] = []
    ) {
        self.foreignID = foreignID
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.passwordHash = passwordHash
        self.displayName = displayName
        self.locale = locale
        self.createdAtMs = createdAtMs
        self.isDisabled = isDisabled
        self.identities = identities
    }
}

extension ImportedUser {
    public static let layout = MessageLayout(rollcall__v1__imported_user__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ImportedUser.self)
        self.foreignID = try source.string(c.pointee.foreign_id, "foreign_id")
        self.email = try source.string(c.pointee.email, "email")
        self.isEmailVerified = c.pointee.is_email_verified != 0
        self.passwordHash = try source.string(c.pointee.password_hash, "password_hash")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.createdAtMs = c.pointee.created_at_ms
        self.isDisabled = c.pointee.is_disabled != 0
        self.identities =
            try source.messages(c.pointee.identities, c.pointee.n_identities, "identities")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ImportedUser.self)
        c.pointee.foreign_id = target.string(self.foreignID)
        c.pointee.email = target.string(self.email)
        c.pointee.is_email_verified = self.isEmailVerified ? 1 : 0
        c.pointee.password_hash = target.string(self.passwordHash)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.locale = target.string(self.locale)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.is_disabled = self.isDisabled ? 1 : 0
        (c.pointee.n_identities, c.pointee.identities) =
            target.list(self.identities) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "foreignID": foreignID,
            "email": Redacted(),
            "isEmailVerified": isEmailVerified,
            "passwordHash": Redacted(),
            "displayName": displayName,
            "locale": locale,
            "createdAtMs": createdAtMs,
            "isDisabled": isDisabled,
            "identities": identities,
        ]
    }
}

/// An identity of a user.
public struct ImportedIdentity: Message {
    /// The provider's issuer (`iss`), such as `https://accounts.google.com`.
    public var issuer: String
    /// The user's name there (`sub`).
    public var subject: String

    public init(issuer: String = "", subject: String = "") {
        self.issuer = issuer
        self.subject = subject
    }
}

extension ImportedIdentity {
    public static let layout = MessageLayout(rollcall__v1__imported_identity__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ImportedIdentity.self)
        self.issuer = try source.string(c.pointee.issuer, "issuer")
        self.subject = try source.string(c.pointee.subject, "subject")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ImportedIdentity.self)
        c.pointee.issuer = target.string(self.issuer)
        c.pointee.subject = target.string(self.subject)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["issuer": issuer, "subject": Redacted()]
    }
}

/// What became of each user.
public struct ImportUsersResponse: Message {
    /// In the order of the request.
    public var results: [ImportResult]

    public init(results: [ImportResult] = []) {
        self.results = results
    }
}

extension ImportUsersResponse {
    public static let layout = MessageLayout(rollcall__v1__import_users_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ImportUsersResponse.self)
        self.results = try source.messages(c.pointee.results, c.pointee.n_results, "results")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ImportUsersResponse.self)
        (c.pointee.n_results, c.pointee.results) = target.list(self.results) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["results": results]
    }
}

/// What became of one user.
public struct ImportResult: Message {
    /// The outcome.
    public var outcome: ImportOutcome
    /// The account; empty if there is none, and in a dry run.
    public var userID: String
    /// Why it was refused, or what was left out; empty if nothing was. A sentence without any
    /// secret.
    public var problem: String

    public init(outcome: ImportOutcome = .unspecified, userID: String = "", problem: String = "") {
        self.outcome = outcome
        self.userID = userID
        self.problem = problem
    }
}

extension ImportResult {
    public static let layout = MessageLayout(rollcall__v1__import_result__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ImportResult.self)
        self.outcome = ImportOutcome(c.pointee.outcome)
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.problem = try source.string(c.pointee.problem, "problem")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ImportResult.self)
        c.pointee.outcome = .init(rawValue: .init(truncatingIfNeeded: self.outcome.rawValue))
        c.pointee.user_id = target.string(self.userID)
        c.pointee.problem = target.string(self.problem)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["outcome": outcome, "userID": userID, "problem": problem]
    }
}

/// The accounts to export: all.
public struct ExportUsersRequest: Message {
    /// As in "Lists" of PROTOCOL.md.
    public var pageSize: UInt32
    /// As in "Lists" of PROTOCOL.md.
    public var pageToken: String

    public init(pageSize: UInt32 = 0, pageToken: String = "") {
        self.pageSize = pageSize
        self.pageToken = pageToken
    }
}

extension ExportUsersRequest {
    public static let layout = MessageLayout(rollcall__v1__export_users_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportUsersRequest.self)
        self.pageSize = c.pointee.page_size
        self.pageToken = try source.string(c.pointee.page_token, "page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportUsersRequest.self)
        c.pointee.page_size = self.pageSize
        c.pointee.page_token = target.string(self.pageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["pageSize": pageSize, "pageToken": pageToken]
    }
}

/// A page of accounts.
public struct ExportUsersResponse: Message {
    /// The oldest first. `foreign_id` is the account's id.
    public var users: [ImportedUser]
    /// As in "Lists" of PROTOCOL.md.
    public var nextPageToken: String

    public init(users: [ImportedUser] = [], nextPageToken: String = "") {
        self.users = users
        self.nextPageToken = nextPageToken
    }
}

extension ExportUsersResponse {
    public static let layout = MessageLayout(rollcall__v1__export_users_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ExportUsersResponse.self)
        self.users = try source.messages(c.pointee.users, c.pointee.n_users, "users")
        self.nextPageToken = try source.string(c.pointee.next_page_token, "next_page_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ExportUsersResponse.self)
        (c.pointee.n_users, c.pointee.users) = target.list(self.users) { target.message($0) }
        c.pointee.next_page_token = target.string(self.nextPageToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["users": users, "nextPageToken": nextPageToken]
    }
}
