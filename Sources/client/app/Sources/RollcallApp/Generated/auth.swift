// swift-format-ignore-file
// Generated from rollcall/v1/auth.proto by proto/generate.sh. Do not edit.

import Foundation

/// A second step of a sign-in.
public struct SignInStep: OpenEnum {
    /// Unspecified; never sent.
    public static let unspecified = Self(rawValue: 0)
    /// The code of a mail that was sent to the account's primary address.
    public static let mailedCode = Self(rawValue: 1)
    /// A code of the account's authenticator app.
    public static let totp = Self(rawValue: 2)
    /// A recovery code of the account.
    public static let recoveryCode = Self(rawValue: 3)
    /// A passkey of the account (PasskeyService.StartPasskeySignIn with the token).
    public static let passkey = Self(rawValue: 4)
    /// The password of the account.
    public static let password = Self(rawValue: 5)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// Why a session ended.
public struct SessionEndReason: OpenEnum {
    /// A reason not listed below.
    public static let unspecified = Self(rawValue: 0)
    /// The device itself signed out.
    public static let signedOut = Self(rawValue: 1)
    /// The user ended it on another device, or an administrator did.
    public static let revoked = Self(rawValue: 2)
    /// The session was unused for too long, or reached its maximum age.
    public static let expired = Self(rawValue: 3)
    /// A used refresh token came back, so the tokens were stolen.
    public static let tokenReused = Self(rawValue: 4)
    /// The account's password was changed.
    public static let passwordChanged = Self(rawValue: 5)
    /// The account's e-mail address was changed.
    public static let addressChanged = Self(rawValue: 6)
    /// The account was disabled.
    public static let accountDisabled = Self(rawValue: 7)
    /// The account was deleted.
    public static let accountDeleted = Self(rawValue: 8)
    /// The account has opened too many other sessions since.
    public static let replaced = Self(rawValue: 9)
    /// All sessions of the deployment ended, as its data was set back to an older copy.
    public static let newEpoch = Self(rawValue: 10)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The account to make.
public struct SignUpRequest: Message, Redacted {
    /// A mailbox (RFC 5321) of at most 254 bytes, with only ASCII before the `@` and a domain name
    /// after it. An address literal such as `[192.0.2.1]` is refused. Unless the deployment allows
    /// it, the domain must have a dot and must not end in a number: `root@localhost` is refused.
    /// Case does not count in comparisons. A domain with non-ASCII letters is kept and compared in
    /// its ASCII form (IDNA 2008). White space and invisible characters around it, and `mailto:`
    /// before it, are dropped.
    public var email: String = ""
    /// 8 to 256 characters. Not the e-mail address or the display name, and not in a list of common
    /// or breached passwords. Nothing of it is dropped.
    public var password: String = ""
    /// 3 to 30 characters: ASCII letters, digits, `_` and `.`; no leading, trailing or doubled
    /// period. Unique without regard to case. White space around it is dropped. Empty for an
    /// account without a display name, unless the deployment requires one (DISPLAY_NAME_MISSING).
    /// ProfileService.UpdateProfile gives the account one later.
    public var displayName: String = ""
    /// Identifies this sign-up, so that a retry is the same one: 16 to 64 characters of
    /// `[A-Za-z0-9_-]`, random, made by the client. Kept as long as the account.
    public var idempotencyKey: String = ""
    /// The label in the user's session list, such as `Anna's phone`; may be empty. As `platform`
    /// and `app_version`, it is no reason to refuse the request. Tabs and line ends in it become
    /// spaces, other control characters and marks of direction (Unicode's Bidi_Control) are
    /// dropped, and it is cut after 64 characters.
    public var deviceLabel: String = ""
    /// The language of the mails to the account, a language tag (BCP 47) such as `de-AT`. Of a
    /// longer text than 35 characters, or of what a system says (`de_AT.UTF-8`), as much counts as
    /// is a tag. Empty, or no tag at all, for the deployment's language.
    public var locale: String = ""
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String = ""
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String = ""

    public init() {}
    public init(
        email: String = "",
        password: String = "",
        displayName: String = "",
        idempotencyKey: String = "",
        deviceLabel: String = "",
        locale: String = "",
        platform: String = "",
        appVersion: String = ""
    ) {
        self.email = email
        self.password = password
        self.displayName = displayName
        self.idempotencyKey = idempotencyKey
        self.deviceLabel = deviceLabel
        self.locale = locale
        self.platform = platform
        self.appVersion = appVersion
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &password)
        try visitor.value(3, &displayName)
        try visitor.value(4, &idempotencyKey)
        try visitor.value(5, &deviceLabel)
        try visitor.value(6, &locale)
        try visitor.value(7, &platform)
        try visitor.value(8, &appVersion)
    }
}

/// The new account, signed in.
public struct SignUpResponse: Message, Redacted {
    /// The account's session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// Identifies this device to Auth at the next sign-in. Keep it on the device, also after
    /// signing out. It does not sign anyone in.
    public var deviceToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
    }
}

/// The account to make, without an address.
public struct SignUpAnonymouslyRequest: Message, Redacted {
    /// As `SignUpRequest.idempotency_key`. For an hour it opens another session of the account by
    /// itself.
    public var idempotencyKey: String = ""
    /// As `SignUpRequest.display_name`.
    public var displayName: String = ""
    /// As `SignUpRequest.device_label`.
    public var deviceLabel: String = ""
    /// As `SignUpRequest.locale`.
    public var locale: String = ""
    /// As `SignUpRequest.platform`.
    public var platform: String = ""
    /// As `SignUpRequest.app_version`.
    public var appVersion: String = ""

    public init() {}
    public init(
        idempotencyKey: String = "",
        displayName: String = "",
        deviceLabel: String = "",
        locale: String = "",
        platform: String = "",
        appVersion: String = ""
    ) {
        self.idempotencyKey = idempotencyKey
        self.displayName = displayName
        self.deviceLabel = deviceLabel
        self.locale = locale
        self.platform = platform
        self.appVersion = appVersion
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &idempotencyKey)
        try visitor.value(2, &displayName)
        try visitor.value(3, &deviceLabel)
        try visitor.value(4, &locale)
        try visitor.value(5, &platform)
        try visitor.value(6, &appVersion)
    }
}

/// The new account, signed in.
public struct SignUpAnonymouslyResponse: Message, Redacted {
    /// The account's session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignUpResponse.device_token`.
    public var deviceToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
    }
}

/// What the account is to be signed in to with.
public struct UpgradeAccountRequest: Message, Redacted {
    /// As `SignUpRequest.email`.
    public var email: String = ""
    /// As `SignUpRequest.password`.
    public var password: String = ""

    public init() {}
    public init(email: String = "", password: String = "") {
        self.email = email
        self.password = password
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &password)
    }
}

/// The account has them.
public struct UpgradeAccountResponse: Message {
    /// The caller's session, as it is now.
    public var session: Session?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
    }
}

/// The address to send a code to.
public struct SendSignInCodeRequest: Message, Redacted {
    /// A verified e-mail address of the account.
    public var email: String = ""
    /// The language of the mail if the account has none, as `SignUpRequest.locale`.
    public var locale: String = ""
    /// As `SignInRequest.device_token`.
    public var deviceToken: String = ""

    public init() {}
    public init(email: String = "", locale: String = "", deviceToken: String = "") {
        self.email = email
        self.locale = locale
        self.deviceToken = deviceToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &locale)
        try visitor.value(3, &deviceToken)
    }
}

/// A code is on its way, if an account has the address.
public struct SendSignInCodeResponse: Message, Redacted {
    /// Has to come with the code.
    public var flow: String = ""
    /// When the code expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &flow)
        try visitor.value(2, &expiresAtMs)
    }
}

/// The code to sign in with.
public struct SignInWithCodeRequest: Message, Redacted {
    /// `SendSignInCodeResponse.flow`.
    public var flow: String = ""
    /// The eight digits of the mail, read as `MailedCode.code` is.
    public var code: String = ""
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String = ""
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String = ""
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String = ""
    /// As `SignInRequest.device_token`.
    public var deviceToken: String = ""

    public init() {}
    public init(
        flow: String = "",
        code: String = "",
        deviceLabel: String = "",
        platform: String = "",
        appVersion: String = "",
        deviceToken: String = ""
    ) {
        self.flow = flow
        self.code = code
        self.deviceLabel = deviceLabel
        self.platform = platform
        self.appVersion = appVersion
        self.deviceToken = deviceToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &flow)
        try visitor.value(2, &code)
        try visitor.value(3, &deviceLabel)
        try visitor.value(4, &platform)
        try visitor.value(5, &appVersion)
        try visitor.value(6, &deviceToken)
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInWithCodeResponse: Message, Redacted {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String = ""
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
        try visitor.optional(4, &pending)
    }
}

/// The account to sign in to.
public struct SignInRequest: Message, Redacted {
    /// A verified e-mail address of the account, or its primary one; empty if `display_name` is
    /// given.
    public var email: String = ""
    /// The password of the account.
    public var password: String = ""
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String = ""
    /// The display name of the account, in any case; empty if `email` is given.
    public var displayName: String = ""
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String = ""
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String = ""
    /// The device token that the last sign-up, sign-in or password reset on this device returned;
    /// empty if there is none. A known device has its own attempts, which strangers cannot use up.
    public var deviceToken: String = ""

    public init() {}
    public init(
        email: String = "",
        password: String = "",
        deviceLabel: String = "",
        displayName: String = "",
        platform: String = "",
        appVersion: String = "",
        deviceToken: String = ""
    ) {
        self.email = email
        self.password = password
        self.deviceLabel = deviceLabel
        self.displayName = displayName
        self.platform = platform
        self.appVersion = appVersion
        self.deviceToken = deviceToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &email)
        try visitor.value(2, &password)
        try visitor.value(3, &deviceLabel)
        try visitor.value(4, &displayName)
        try visitor.value(5, &platform)
        try visitor.value(6, &appVersion)
        try visitor.value(7, &deviceToken)
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInResponse: Message, Redacted {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// Keep it on the device in place of the previous one, also after signing out.
    public var deviceToken: String = ""
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
        try visitor.optional(4, &pending)
    }
}

/// A sign-in with a correct first proof that waits for another one.
public struct PendingSignIn: Message, Redacted {
    /// Identifies the sign-in to ContinueSignIn. It signs nobody in.
    public var token: String = ""
    /// When it expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0
    /// The steps of which one is needed. A client that knows none of them cannot go on.
    public var steps: [SignInStep] = []
    /// Set if the first proof was an identity that no account has, and whose verified e-mail
    /// address an account here has: the name of its provider (IDENTITY_NEEDS_PROOF). The proof of
    /// that account links them.
    public var linksProvider: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &token)
        try visitor.value(2, &expiresAtMs)
        try visitor.list(3, &steps)
        try visitor.value(4, &linksProvider)
    }
}

/// The sign-in to continue, and the proof.
public struct ContinueSignInRequest: Message, Redacted {
    /// `PendingSignIn.token`.
    public var token: String = ""
    /// One of them is set.
    public var step: Step?

    public init() {}
    public init(token: String = "", step: Step? = nil) {
        self.token = token
        self.step = step
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &token)
        try visitor.choice(2, &step, Step.mailedCode) { if case .mailedCode(let value) = $0 { value } else { nil } }
        try visitor.choice(3, &step, Step.totpCode) { if case .totpCode(let value) = $0 { value } else { nil } }
        try visitor.choice(4, &step, Step.recoveryCode) { if case .recoveryCode(let value) = $0 { value } else { nil } }
        try visitor.choice(5, &step, Step.passkey) { if case .passkey(let value) = $0 { value } else { nil } }
        try visitor.choice(6, &step, Step.password) { if case .password(let value) = $0 { value } else { nil } }
    }

    /// The value of `step`.
    public enum Step: Sendable, Equatable, Redacted {
        /// The eight digits of the mail, read as `MailedCode.code` is.
        case mailedCode(String)
        /// Six digits of the authenticator app.
        case totpCode(String)
        /// One of the recovery codes, in any case; what is between its characters does not count.
        case recoveryCode(String)
        /// The answer of a passkey.
        case passkey(PasskeyAssertion)
        /// The password.
        case password(String)
    }
}

/// The answer of a device to a challenge of PasskeyService.
public struct PasskeyAssertion: Message, Redacted {
    /// `StartPasskeySignInResponse.attempt`.
    public var attempt: String = ""
    /// `PublicKeyCredential.rawId`: 1 to 1,023 bytes.
    public var credentialID: Data = Data()
    /// `AuthenticatorAssertionResponse.clientDataJSON`.
    public var clientDataJson: Data = Data()
    /// `AuthenticatorAssertionResponse.authenticatorData`.
    public var authenticatorData: Data = Data()
    /// `AuthenticatorAssertionResponse.signature`.
    public var signature: Data = Data()
    /// `AuthenticatorAssertionResponse.userHandle`; may be empty.
    public var userHandle: Data = Data()

    public init() {}
    public init(
        attempt: String = "",
        credentialID: Data = Data(),
        clientDataJson: Data = Data(),
        authenticatorData: Data = Data(),
        signature: Data = Data(),
        userHandle: Data = Data()
    ) {
        self.attempt = attempt
        self.credentialID = credentialID
        self.clientDataJson = clientDataJson
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.value(2, &credentialID)
        try visitor.value(3, &clientDataJson)
        try visitor.value(4, &authenticatorData)
        try visitor.value(5, &signature)
        try visitor.value(6, &userHandle)
    }
}

/// The new session, or what the sign-in waits for.
public struct ContinueSignInResponse: Message, Redacted {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String = ""
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
        try visitor.optional(4, &pending)
    }
}

/// The refresh token to exchange.
public struct RefreshRequest: Message, Redacted {
    /// The newest refresh token of the session.
    public var refreshToken: String = ""

    public init() {}
    public init(refreshToken: String = "") {
        self.refreshToken = refreshToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &refreshToken)
    }
}

/// The tokens that replace the session's previous ones.
public struct RefreshResponse: Message {
    /// The new tokens.
    public var tokens: Tokens?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &tokens)
    }
}

/// The session to end: the caller's.
public struct SignOutRequest: Message {
    public init() {}
}

/// The session has ended.
public struct SignOutResponse: Message {
    public init() {}
}

/// The session to read: the caller's.
public struct GetSessionRequest: Message {
    public init() {}
}

/// The caller's session.
public struct GetSessionResponse: Message {
    /// The caller's session.
    public var session: Session?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
    }
}

/// The sessions to list: all of the caller's.
public struct ListSessionsRequest: Message {
    public init() {}
}

/// The caller's sessions.
public struct ListSessionsResponse: Message {
    /// The sessions that have not ended, the last used first; at most 100.
    public var sessions: [Session] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &sessions)
    }
}

/// The session to end.
public struct RevokeSessionRequest: Message {
    /// The session, a UUIDv7 in its text form. Ids are accepted in any case, and answered in lower
    /// case.
    public var sessionID: String = ""

    public init() {}
    public init(sessionID: String = "") {
        self.sessionID = sessionID
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &sessionID)
    }
}

/// The session has ended.
public struct RevokeSessionResponse: Message {
    public init() {}
}

/// The sessions to end: all except the caller's.
public struct RevokeOtherSessionsRequest: Message {
    public init() {}
}

/// The other sessions have ended.
public struct RevokeOtherSessionsResponse: Message {
    public init() {}
}

/// The sessions to end: all of the caller's.
public struct RevokeAllSessionsRequest: Message {
    public init() {}
}

/// All sessions have ended.
public struct RevokeAllSessionsResponse: Message {
    public init() {}
}

/// The session to watch: the caller's.
public struct WatchSessionRequest: Message {
    public init() {}
}

/// A change of the session. Empty, at least every 20 seconds, while nothing changes: the stream
/// goes on.
public struct WatchSessionResponse: Message {
    /// One of the two.
    public var news: News?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.choice(1, &news, News.session) { if case .session(let value) = $0 { value } else { nil } }
        try visitor.choice(2, &news, News.end) { if case .end(let value) = $0 { value } else { nil } }
    }

    /// The value of `news`.
    public enum News: Sendable, Equatable {
        /// The session as it is now.
        case session(Session)
        /// The session has ended; nothing follows.
        case end(SessionEnd)
    }
}

/// How a session ended.
public struct SessionEnd: Message {
    /// The reason.
    public var reason: SessionEndReason = .unspecified
    /// In milliseconds since 1970-01-01 UTC.
    public var endedAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &reason)
        try visitor.value(2, &endedAtMs)
    }
}

/// A signed-in account on one device.
public struct Session: Message, Redacted {
    /// The session, a UUIDv7 in its text form. Ids are accepted in any case, and answered in lower
    /// case.
    public var sessionID: String = ""
    /// The account, a UUIDv7 in its text form. It never changes.
    public var userID: String = ""
    /// The primary e-mail address of the account, as the user wrote it; empty without one.
    public var email: String = ""
    /// The label that the session was opened with.
    public var deviceLabel: String = ""
    /// When the session was opened, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64 = 0
    /// When the session ends if it is not refreshed, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0
    /// The system of the device when the session was opened.
    public var platform: String = ""
    /// The version of the app when the session was opened.
    public var appVersion: String = ""
    /// The network from which the session was opened, as far as Auth saw it: the first 24 bits of
    /// an IPv4 address, such as `203.0.113.0/24`, or 48 of an IPv6 address. Empty when it is
    /// unknown.
    public var addressPrefix: String = ""
    /// When the session was opened or last refreshed, in milliseconds since 1970-01-01 UTC.
    public var lastUsedAtMs: Int64 = 0
    /// Whether it is the caller's session.
    public var isCurrent: Bool = false
    /// Whether the owner has proved to read mail at the account's primary address.
    public var isEmailVerified: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &sessionID)
        try visitor.value(2, &userID)
        try visitor.value(3, &email)
        try visitor.value(4, &deviceLabel)
        try visitor.value(5, &createdAtMs)
        try visitor.value(6, &expiresAtMs)
        try visitor.value(7, &platform)
        try visitor.value(8, &appVersion)
        try visitor.value(9, &addressPrefix)
        try visitor.value(10, &lastUsedAtMs)
        try visitor.value(11, &isCurrent)
        try visitor.value(12, &isEmailVerified)
    }
}

/// The pair of tokens of a session.
public struct Tokens: Message, Redacted {
    /// An ES256 JWT (RFC 7519, RFC 7518), sent as metadata `authorization: Bearer <token>`. Its
    /// `aud` is the name of the deployment. Services of other deployments refuse it.
    public var accessToken: String = ""
    /// When the access token expires, in milliseconds since 1970-01-01 UTC. As clocks differ, every
    /// service accepts it for less than 5 seconds longer. A watch that was opened with it ends on
    /// time.
    public var accessTokenExpiresAtMs: Int64 = 0
    /// How long the access token is valid from the moment in which Auth sends it, in milliseconds.
    /// A device measures this time from the answer on: its clock may be wrong.
    public var accessTokenLifetimeMs: Int64 = 0
    /// An opaque token for one `Refresh`.
    public var refreshToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &accessToken)
        try visitor.value(2, &accessTokenExpiresAtMs)
        try visitor.value(3, &refreshToken)
        try visitor.value(4, &accessTokenLifetimeMs)
    }
}

/// Accounts, passwords and sessions, and the keys with which others verify tokens.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required), RESOURCE_EXHAUSTED (NO_SPACE: the disk of Auth is full, or at a sign-up that of
/// Profile; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE
/// (OVERLOADED, with `retry_after_ms`; or without an `ErrorInfo` when another service does not
/// answer) and DEADLINE_EXCEEDED.
public struct AuthServiceClient: Sendable {
    let caller: Caller

    /// Makes an account, with a display name or without one, and signs it in. A retry with the same
    /// idempotency key is the same sign-up: it never makes a second account. If an earlier attempt
    /// has made the account, the answer is a new session of it. The session of an attempt whose
    /// answer was lost goes on until it expires, or is ended like any other.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS when the e-mail
    /// address or the display name is taken; ABORTED when a sign-up with the same key is still
    /// under way, or the account was changed meanwhile; FAILED_PRECONDITION
    /// (IDEMPOTENCY_KEY_REUSED) when the key was used with another e-mail address, display name or
    /// password, and when the account needs a second step by now: sign in; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when an earlier attempt made the account and its password must now
    /// be replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// sign-ups from the caller's address.
    public func signUp(_ request: SignUpRequest) async throws(RollcallError) -> SignUpResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/SignUp",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Opens a session, by a verified or the primary e-mail address or by the display name. An
    /// account has at most 100 sessions: one more ends the session that was unused longest. A
    /// session on an unknown device is announced by a mail to the account's primary address, if
    /// that is verified and not too many such mails were sent today.
    ///
    /// A deployment can ask for a second step after a correct password on an unknown device. The
    /// answer then has only `pending`, and ContinueSignIn opens the session.
    ///
    /// Errors: UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password, a disabled account, and an
    /// unknown or missing address or name: the answer is the same. After too many wrong passwords
    /// from unknown devices, every password from such a device gets this answer, even the correct
    /// one. UNAUTHENTICATED (PASSWORD_RESET_REQUIRED) when the password is correct but must be
    /// replaced; RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many
    /// attempts from the caller's address or from a known device, and when the password is correct
    /// but too many sessions were opened, or codes for a second step mailed, recently;
    /// INVALID_ARGUMENT when both an address and a name are given, and with one violation for each
    /// field about the device that is too long; UNAVAILABLE when a name is given and Profile does
    /// not answer.
    public func signIn(_ request: SignInRequest) async throws(RollcallError) -> SignInResponse {
        try await caller.unary("rollcall.v1.AuthService/SignIn", .anyone, request)
    }

    /// Makes an account without an address and without a password, and signs it in: for an app
    /// whose users begin before they say who they are. Such an account can be signed in to on no
    /// other device. UpgradeAccount, IdentityService.LinkIdentity or a passkey gives it a way in;
    /// it keeps its id, profile, photo and sessions. An account that nobody has used for the time
    /// that the deployment is configured for is deleted.
    ///
    /// Errors: those of SignUp for what it has in common with it; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment without such accounts.
    public func signUpAnonymously(
        _ request: SignUpAnonymouslyRequest
    ) async throws(RollcallError) -> SignUpAnonymouslyResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/SignUpAnonymously",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Gives the caller's account, which has no way to sign in, an e-mail address and a password. A
    /// mail for verifying the address is sent. Nothing else of the account changes, and no other
    /// account is ever merged with it.
    ///
    /// Errors: INVALID_ARGUMENT with one violation per broken rule; ALREADY_EXISTS (EMAIL_TAKEN);
    /// FAILED_PRECONDITION (HAS_CREDENTIAL) for an account that has a way to sign in.
    public func upgradeAccount(
        _ request: UpgradeAccountRequest
    ) async throws(RollcallError) -> UpgradeAccountResponse {
        try await caller.unary("rollcall.v1.AuthService/UpgradeAccount", .user, request)
    }

    /// Sends a code for signing in to an e-mail address, if an account has verified it. The answer
    /// is the same if none has.
    ///
    /// Errors: INVALID_ARGUMENT for an invalid e-mail address or language tag; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) in a deployment that mails no codes; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many requests from the caller's address
    /// or on a known device.
    public func sendSignInCode(
        _ request: SendSignInCodeRequest
    ) async throws(RollcallError) -> SendSignInCodeResponse {
        try await caller.unary("rollcall.v1.AuthService/SendSignInCode", .anyone, request)
    }

    /// Opens a session by a code that SendSignInCode has mailed.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG), also for a code that was used or has become invalid,
    /// and if no account has the address; NOT_FOUND (CODE_EXPIRED) after five attempts or when the
    /// time is over; FAILED_PRECONDITION (SIGN_IN_WAY_OFF); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    public func signInWithCode(
        _ request: SignInWithCodeRequest
    ) async throws(RollcallError) -> SignInWithCodeResponse {
        try await caller.unary("rollcall.v1.AuthService/SignInWithCode", .anyone, request)
    }

    /// Opens the session of a sign-in that was answered with `pending`, by a further proof, with
    /// what the sign-in said of the device. The answer may have another `pending`, for another
    /// proof. At most five mailed codes are accepted; codes of an authenticator app are limited for
    /// the account and its devices. To have another mail sent, sign in again.
    ///
    /// Errors: INVALID_ARGUMENT (CODE_WRONG, FACTOR_WRONG, PASSKEY_INVALID; FIELD_MISSING for
    /// `step`); UNAUTHENTICATED (WRONG_CREDENTIALS) for a wrong password; NOT_FOUND (CODE_EXPIRED)
    /// for a token that was used, is too old or was never given, after five codes, and when the
    /// account was changed or disabled meanwhile: sign in again; UNAUTHENTICATED
    /// (PASSWORD_RESET_REQUIRED) when the password must be replaced; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many attempts from the caller's address.
    public func continueSignIn(
        _ request: ContinueSignInRequest
    ) async throws(RollcallError) -> ContinueSignInResponse {
        try await caller.unary("rollcall.v1.AuthService/ContinueSignIn", .anyone, request)
    }

    /// Exchanges a refresh token for a new pair of tokens. If the answer was lost, call again with
    /// the same refresh token, as long as its successor has not been used. Within 60 seconds the
    /// answer has the same refresh token again. Later it has another one, which replaces the first.
    /// A refresh token that comes back after its successor was used, or after it was replaced, must
    /// have been stolen: the session ends.
    ///
    /// Errors: UNAUTHENTICATED with REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED or SESSION_ENDED.
    /// Every other error leaves the token as it was: call again later.
    public func refresh(_ request: RefreshRequest) async throws(RollcallError) -> RefreshResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/Refresh",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Ends the caller's session. A session that has already ended is no error.
    public func signOut(
        _ request: SignOutRequest = .init()
    ) async throws(RollcallError) -> SignOutResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/SignOut",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Returns the caller's session, read from the account and not from the token.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the session has ended although its access token
    /// has not expired.
    public func getSession(
        _ request: GetSessionRequest = .init()
    ) async throws(RollcallError) -> GetSessionResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/GetSession",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Lists the caller's sessions that have not ended, the last used first: at most 100.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func listSessions(
        _ request: ListSessionsRequest = .init()
    ) async throws(RollcallError) -> ListSessionsResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/ListSessions",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Ends one of the caller's sessions, such as that of a lost device. A session that has already
    /// ended is no error. Services that follow the revocations refuse its access token within a
    /// second. Others accept it until it expires.
    ///
    /// Errors: NOT_FOUND (SESSION_NOT_FOUND) for a session that is not the caller's;
    /// UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func revokeSession(
        _ request: RevokeSessionRequest
    ) async throws(RollcallError) -> RevokeSessionResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/RevokeSession",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Ends all of the caller's sessions except this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended.
    public func revokeOtherSessions(
        _ request: RevokeOtherSessionsRequest = .init()
    ) async throws(RollcallError) -> RevokeOtherSessionsResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/RevokeOtherSessions",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Ends all of the caller's sessions, including this one.
    ///
    /// Errors: UNAUTHENTICATED (SESSION_ENDED) when the caller's own session has ended, for example
    /// by an earlier attempt of this call.
    public func revokeAllSessions(
        _ request: RevokeAllSessionsRequest = .init()
    ) async throws(RollcallError) -> RevokeAllSessionsResponse {
        try await caller.unary(
            "rollcall.v1.AuthService/RevokeAllSessions",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Sends the caller's session now, and whenever it or its account changes, until it ends. So an
    /// app learns immediately that it was signed out elsewhere. The last message of an ended
    /// session says why it ended. The stream ends with UNAUTHENTICATED when the access token that
    /// it was opened with expires. It ends with UNAVAILABLE when the service is about to stop:
    /// watch again.
    ///
    /// Errors: RESOURCE_EXHAUSTED (TOO_MANY) for more than 16 watches of one session.
    public func watchSession(
        _ request: WatchSessionRequest = .init()
    ) -> AsyncThrowingStream<WatchSessionResponse, any Error> {
        caller.stream("rollcall.v1.AuthService/WatchSession", .user, request)
    }
}
