// swift-format-ignore-file
// Generated from rollcall/v1/auth.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// A second step of a sign-in.
public enum SignInStep: OpenEnum {
    /// Unspecified; never sent.
    case unspecified
    /// The code of a mail that was sent to the account's primary address.
    case mailedCode
    /// A code of the account's authenticator app.
    case totp
    /// A recovery code of the account.
    case recoveryCode
    /// A passkey of the account (PasskeyService.StartPasskeySignIn with the token).
    case passkey
    /// The password of the account.
    case password
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .mailedCode
        case 2: self = .totp
        case 3: self = .recoveryCode
        case 4: self = .passkey
        case 5: self = .password
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .mailedCode: 1
        case .totp: 2
        case .recoveryCode: 3
        case .passkey: 4
        case .password: 5
        case .unrecognized(let number): number
        }
    }
}

/// Why a session ended.
public enum SessionEndReason: OpenEnum {
    /// A reason not listed below.
    case unspecified
    /// The device itself signed out.
    case signedOut
    /// The user ended it on another device, or an administrator did.
    case revoked
    /// The session was unused for too long, or reached its maximum age.
    case expired
    /// A used refresh token came back, so the tokens were stolen.
    case tokenReused
    /// The account's password was changed.
    case passwordChanged
    /// The account's e-mail address was changed.
    case addressChanged
    /// The account was disabled.
    case accountDisabled
    /// The account was deleted.
    case accountDeleted
    /// The account has opened too many other sessions since.
    case replaced
    /// All sessions of the deployment ended, as its data was set back to an older copy.
    case newEpoch
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .signedOut
        case 2: self = .revoked
        case 3: self = .expired
        case 4: self = .tokenReused
        case 5: self = .passwordChanged
        case 6: self = .addressChanged
        case 7: self = .accountDisabled
        case 8: self = .accountDeleted
        case 9: self = .replaced
        case 10: self = .newEpoch
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .signedOut: 1
        case .revoked: 2
        case .expired: 3
        case .tokenReused: 4
        case .passwordChanged: 5
        case .addressChanged: 6
        case .accountDisabled: 7
        case .accountDeleted: 8
        case .replaced: 9
        case .newEpoch: 10
        case .unrecognized(let number): number
        }
    }
}

/// The account to make.
public struct SignUpRequest: Message {
    /// A mailbox (RFC 5321) of at most 254 bytes, with only ASCII before the `@` and a domain name
    /// after it. An address literal such as `[192.0.2.1]` is refused. Unless the deployment allows
    /// it, the domain must have a dot and must not end in a number: `root@localhost` is refused.
    /// Case does not count in comparisons. A domain with non-ASCII letters is kept and compared in
    /// its ASCII form (IDNA 2008). White space and invisible characters around it, and `mailto:`
    /// before it, are dropped.
    public var email: String
    /// 8 to 256 characters. Not the e-mail address or the display name, and not in a list of common
    /// or breached passwords. Nothing of it is dropped.
    public var password: String
    /// 3 to 30 characters: ASCII letters, digits, `_` and `.`; no leading, trailing or doubled
    /// period. Unique without regard to case. White space around it is dropped. Empty for an
    /// account without a display name, unless the deployment requires one (DISPLAY_NAME_MISSING).
    /// ProfileService.UpdateProfile gives the account one later.
    public var displayName: String
    /// Identifies this sign-up, so that a retry is the same one: 16 to 64 characters of
    /// `[A-Za-z0-9_-]`, random, made by the client. Kept as long as the account.
    public var idempotencyKey: String
    /// The label in the user's session list, such as `Anna's phone`; may be empty. As `platform`
    /// and `app_version`, it is no reason to refuse the request. Tabs and line ends in it become
    /// spaces, other control characters and marks of direction (Unicode's Bidi_Control) are
    /// dropped, and it is cut after 64 characters.
    public var deviceLabel: String
    /// The language of the mails to the account, a language tag (BCP 47) such as `de-AT`. Of a
    /// longer text than 35 characters, or of what a system says (`de_AT.UTF-8`), as much counts as
    /// is a tag. Empty, or no tag at all, for the deployment's language.
    public var locale: String
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String

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
}

extension SignUpRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_up_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignUpRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.password = try source.string(c.pointee.password, "password")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.idempotencyKey = try source.string(c.pointee.idempotency_key, "idempotency_key")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignUpRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.password = target.string(self.password)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.idempotency_key = target.string(self.idempotencyKey)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.locale = target.string(self.locale)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "email": Redacted(),
            "password": Redacted(),
            "displayName": displayName,
            "idempotencyKey": idempotencyKey,
            "deviceLabel": deviceLabel,
            "locale": locale,
            "platform": platform,
            "appVersion": appVersion,
        ]
    }
}

/// The new account, signed in.
public struct SignUpResponse: Message {
    /// The account's session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// Identifies this device to Auth at the next sign-in. Keep it on the device, also after
    /// signing out. It does not sign anyone in.
    public var deviceToken: String

    public init(session: Session? = nil, tokens: Tokens? = nil, deviceToken: String = "") {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
    }
}

extension SignUpResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_up_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignUpResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignUpResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["session": session as Any, "tokens": tokens as Any, "deviceToken": Redacted()]
    }
}

/// The account to make, without an address.
public struct SignUpAnonymouslyRequest: Message {
    /// As `SignUpRequest.idempotency_key`. For an hour it opens another session of the account by
    /// itself.
    public var idempotencyKey: String
    /// As `SignUpRequest.display_name`.
    public var displayName: String
    /// As `SignUpRequest.device_label`.
    public var deviceLabel: String
    /// As `SignUpRequest.locale`.
    public var locale: String
    /// As `SignUpRequest.platform`.
    public var platform: String
    /// As `SignUpRequest.app_version`.
    public var appVersion: String

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
}

extension SignUpAnonymouslyRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_up_anonymously_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignUpAnonymouslyRequest.self)
        self.idempotencyKey = try source.string(c.pointee.idempotency_key, "idempotency_key")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignUpAnonymouslyRequest.self)
        c.pointee.idempotency_key = target.string(self.idempotencyKey)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.locale = target.string(self.locale)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "idempotencyKey": Redacted(),
            "displayName": displayName,
            "deviceLabel": deviceLabel,
            "locale": locale,
            "platform": platform,
            "appVersion": appVersion,
        ]
    }
}

/// The new account, signed in.
public struct SignUpAnonymouslyResponse: Message {
    /// The account's session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignUpResponse.device_token`.
    public var deviceToken: String

    public init(session: Session? = nil, tokens: Tokens? = nil, deviceToken: String = "") {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
    }
}

extension SignUpAnonymouslyResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_up_anonymously_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignUpAnonymouslyResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignUpAnonymouslyResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["session": session as Any, "tokens": tokens as Any, "deviceToken": Redacted()]
    }
}

/// What the account is to be signed in to with.
public struct UpgradeAccountRequest: Message {
    /// As `SignUpRequest.email`.
    public var email: String
    /// As `SignUpRequest.password`.
    public var password: String

    public init(email: String = "", password: String = "") {
        self.email = email
        self.password = password
    }
}

extension UpgradeAccountRequest {
    public static let layout = MessageLayout(rollcall__v1__upgrade_account_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpgradeAccountRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.password = try source.string(c.pointee.password, "password")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpgradeAccountRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.password = target.string(self.password)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "password": Redacted()]
    }
}

/// The account has them.
public struct UpgradeAccountResponse: Message {
    /// The caller's session, as it is now.
    public var session: Session?

    public init(session: Session? = nil) {
        self.session = session
    }
}

extension UpgradeAccountResponse {
    public static let layout = MessageLayout(rollcall__v1__upgrade_account_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UpgradeAccountResponse.self)
        self.session = try source.message(c.pointee.session, "session")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UpgradeAccountResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["session": session as Any]
    }
}

/// The address to send a code to.
public struct SendSignInCodeRequest: Message {
    /// A verified e-mail address of the account.
    public var email: String
    /// The language of the mail if the account has none, as `SignUpRequest.locale`.
    public var locale: String
    /// As `SignInRequest.device_token`.
    public var deviceToken: String

    public init(email: String = "", locale: String = "", deviceToken: String = "") {
        self.email = email
        self.locale = locale
        self.deviceToken = deviceToken
    }
}

extension SendSignInCodeRequest {
    public static let layout = MessageLayout(rollcall__v1__send_sign_in_code_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendSignInCodeRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.locale = try source.string(c.pointee.locale, "locale")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendSignInCodeRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.locale = target.string(self.locale)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["email": Redacted(), "locale": locale, "deviceToken": Redacted()]
    }
}

/// A code is on its way, if an account has the address.
public struct SendSignInCodeResponse: Message {
    /// Has to come with the code.
    public var flow: String
    /// When the code expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(flow: String = "", expiresAtMs: Int64 = 0) {
        self.flow = flow
        self.expiresAtMs = expiresAtMs
    }
}

extension SendSignInCodeResponse {
    public static let layout = MessageLayout(rollcall__v1__send_sign_in_code_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SendSignInCodeResponse.self)
        self.flow = try source.string(c.pointee.flow, "flow")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SendSignInCodeResponse.self)
        c.pointee.flow = target.string(self.flow)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["flow": Redacted(), "expiresAtMs": expiresAtMs]
    }
}

/// The code to sign in with.
public struct SignInWithCodeRequest: Message {
    /// `SendSignInCodeResponse.flow`.
    public var flow: String
    /// The eight digits of the mail, read as `MailedCode.code` is.
    public var code: String
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String
    /// As `SignInRequest.device_token`.
    public var deviceToken: String

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
}

extension SignInWithCodeRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_code_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithCodeRequest.self)
        self.flow = try source.string(c.pointee.flow, "flow")
        self.code = try source.string(c.pointee.code, "code")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithCodeRequest.self)
        c.pointee.flow = target.string(self.flow)
        c.pointee.code = target.string(self.code)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "flow": Redacted(),
            "code": Redacted(),
            "deviceLabel": deviceLabel,
            "platform": platform,
            "appVersion": appVersion,
            "deviceToken": Redacted(),
        ]
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInWithCodeResponse: Message {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init(
        session: Session? = nil,
        tokens: Tokens? = nil,
        deviceToken: String = "",
        pending: PendingSignIn? = nil
    ) {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
        self.pending = pending
    }
}

extension SignInWithCodeResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_code_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithCodeResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
        self.pending = try source.message(c.pointee.pending, "pending")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithCodeResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
        c.pointee.pending = target.message(ifAny: self.pending)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "session": session as Any,
            "tokens": tokens as Any,
            "deviceToken": Redacted(),
            "pending": pending as Any,
        ]
    }
}

/// The account to sign in to.
public struct SignInRequest: Message {
    /// A verified e-mail address of the account, or its primary one; empty if `display_name` is
    /// given.
    public var email: String
    /// The password of the account.
    public var password: String
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String
    /// The display name of the account, in any case; empty if `email` is given.
    public var displayName: String
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String
    /// The device token that the last sign-up, sign-in or password reset on this device returned;
    /// empty if there is none. A known device has its own attempts, which strangers cannot use up.
    public var deviceToken: String

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
}

extension SignInRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_in_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInRequest.self)
        self.email = try source.string(c.pointee.email, "email")
        self.password = try source.string(c.pointee.password, "password")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInRequest.self)
        c.pointee.email = target.string(self.email)
        c.pointee.password = target.string(self.password)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.device_token = target.string(self.deviceToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "email": Redacted(),
            "password": Redacted(),
            "deviceLabel": deviceLabel,
            "displayName": displayName,
            "platform": platform,
            "appVersion": appVersion,
            "deviceToken": Redacted(),
        ]
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInResponse: Message {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// Keep it on the device in place of the previous one, also after signing out.
    public var deviceToken: String
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init(
        session: Session? = nil,
        tokens: Tokens? = nil,
        deviceToken: String = "",
        pending: PendingSignIn? = nil
    ) {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
        self.pending = pending
    }
}

extension SignInResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_in_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
        self.pending = try source.message(c.pointee.pending, "pending")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
        c.pointee.pending = target.message(ifAny: self.pending)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "session": session as Any,
            "tokens": tokens as Any,
            "deviceToken": Redacted(),
            "pending": pending as Any,
        ]
    }
}

/// A sign-in with a correct first proof that waits for another one.
public struct PendingSignIn: Message {
    /// Identifies the sign-in to ContinueSignIn. It signs nobody in.
    public var token: String
    /// When it expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64
    /// The steps of which one is needed. A client that knows none of them cannot go on.
    public var steps: [SignInStep]
    /// Set if the first proof was an identity that no account has, and whose verified e-mail
    /// address an account here has: the name of its provider (IDENTITY_NEEDS_PROOF). The proof of
    /// that account links them.
    public var linksProvider: String

    public init(
        token: String = "",
        expiresAtMs: Int64 = 0,
        steps: [SignInStep] = [],
        linksProvider: String = ""
    ) {
        self.token = token
        self.expiresAtMs = expiresAtMs
        self.steps = steps
        self.linksProvider = linksProvider
    }
}

extension PendingSignIn {
    public static let layout = MessageLayout(rollcall__v1__pending_sign_in__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PendingSignIn.self)
        self.token = try source.string(c.pointee.token, "token")
        self.expiresAtMs = c.pointee.expires_at_ms
        self.steps = source.list(c.pointee.steps, c.pointee.n_steps) { SignInStep($0) }
        self.linksProvider = try source.string(c.pointee.links_provider, "links_provider")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PendingSignIn.self)
        c.pointee.token = target.string(self.token)
        c.pointee.expires_at_ms = self.expiresAtMs
        (c.pointee.n_steps, c.pointee.steps) =
            target.list(self.steps) { .init(rawValue: .init(truncatingIfNeeded: $0.rawValue)) }
        c.pointee.links_provider = target.string(self.linksProvider)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "token": Redacted(),
            "expiresAtMs": expiresAtMs,
            "steps": steps,
            "linksProvider": linksProvider,
        ]
    }
}

/// The sign-in to continue, and the proof.
public struct ContinueSignInRequest: Message {
    /// `PendingSignIn.token`.
    public var token: String
    /// One of them is set.
    public var step: Step?

    public init(token: String = "", step: Step? = nil) {
        self.token = token
        self.step = step
    }

    /// The value of `step`.
    public enum Step: Sendable, Equatable {
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

extension ContinueSignInRequest {
    public static let layout = MessageLayout(rollcall__v1__continue_sign_in_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ContinueSignInRequest.self)
        self.token = try source.string(c.pointee.token, "token")
        switch c.pointee.step_case.rawValue {
        case 2: self.step = .mailedCode(try source.string(c.pointee.mailed_code, "mailed_code"))
        case 3: self.step = .totpCode(try source.string(c.pointee.totp_code, "totp_code"))
        case 4:
            self.step = .recoveryCode(try source.string(c.pointee.recovery_code, "recovery_code"))
        case 5: self.step = (try source.message(c.pointee.passkey, "passkey")).map { .passkey($0) }
        case 6: self.step = .password(try source.string(c.pointee.password, "password"))
        default: self.step = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ContinueSignInRequest.self)
        c.pointee.token = target.string(self.token)
        switch self.step {
        case .mailedCode(let value):
            c.pointee.step_case = .init(rawValue: 2)
            c.pointee.mailed_code = target.string(value)
        case .totpCode(let value):
            c.pointee.step_case = .init(rawValue: 3)
            c.pointee.totp_code = target.string(value)
        case .recoveryCode(let value):
            c.pointee.step_case = .init(rawValue: 4)
            c.pointee.recovery_code = target.string(value)
        case .passkey(let value):
            c.pointee.step_case = .init(rawValue: 5)
            c.pointee.passkey = target.message(value)
        case .password(let value):
            c.pointee.step_case = .init(rawValue: 6)
            c.pointee.password = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["token": Redacted(), "step": step as Any]
    }
}

extension ContinueSignInRequest.Step: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .mailedCode: ["mailedCode": Redacted()]
        case .totpCode: ["totpCode": Redacted()]
        case .recoveryCode: ["recoveryCode": Redacted()]
        case .passkey(let value): ["passkey": value]
        case .password: ["password": Redacted()]
        }
    }
}

/// The answer of a device to a challenge of PasskeyService.
public struct PasskeyAssertion: Message {
    /// `StartPasskeySignInResponse.attempt`.
    public var attempt: String
    /// `PublicKeyCredential.rawId`: 1 to 1,023 bytes.
    public var credentialID: [UInt8]
    /// `AuthenticatorAssertionResponse.clientDataJSON`.
    public var clientDataJson: [UInt8]
    /// `AuthenticatorAssertionResponse.authenticatorData`.
    public var authenticatorData: [UInt8]
    /// `AuthenticatorAssertionResponse.signature`.
    public var signature: [UInt8]
    /// `AuthenticatorAssertionResponse.userHandle`; may be empty.
    public var userHandle: [UInt8]

    public init(
        attempt: String = "",
        credentialID: [UInt8] = [],
        clientDataJson: [UInt8] = [],
        authenticatorData: [UInt8] = [],
        signature: [UInt8] = [],
        userHandle: [UInt8] = []
    ) {
        self.attempt = attempt
        self.credentialID = credentialID
        self.clientDataJson = clientDataJson
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

extension PasskeyAssertion {
    public static let layout = MessageLayout(rollcall__v1__passkey_assertion__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__PasskeyAssertion.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        self.credentialID = source.bytes(c.pointee.credential_id)
        self.clientDataJson = source.bytes(c.pointee.client_data_json)
        self.authenticatorData = source.bytes(c.pointee.authenticator_data)
        self.signature = source.bytes(c.pointee.signature)
        self.userHandle = source.bytes(c.pointee.user_handle)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__PasskeyAssertion.self)
        c.pointee.attempt = target.string(self.attempt)
        c.pointee.credential_id = target.bytes(self.credentialID)
        c.pointee.client_data_json = target.bytes(self.clientDataJson)
        c.pointee.authenticator_data = target.bytes(self.authenticatorData)
        c.pointee.signature = target.bytes(self.signature)
        c.pointee.user_handle = target.bytes(self.userHandle)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "attempt": Redacted(),
            "credentialID": credentialID,
            "clientDataJson": Redacted(),
            "authenticatorData": Redacted(),
            "signature": Redacted(),
            "userHandle": userHandle,
        ]
    }
}

/// The new session, or what the sign-in waits for.
public struct ContinueSignInResponse: Message {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?

    public init(
        session: Session? = nil,
        tokens: Tokens? = nil,
        deviceToken: String = "",
        pending: PendingSignIn? = nil
    ) {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
        self.pending = pending
    }
}

extension ContinueSignInResponse {
    public static let layout = MessageLayout(rollcall__v1__continue_sign_in_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ContinueSignInResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
        self.pending = try source.message(c.pointee.pending, "pending")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ContinueSignInResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
        c.pointee.pending = target.message(ifAny: self.pending)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "session": session as Any,
            "tokens": tokens as Any,
            "deviceToken": Redacted(),
            "pending": pending as Any,
        ]
    }
}

/// The refresh token to exchange.
public struct RefreshRequest: Message {
    /// The newest refresh token of the session.
    public var refreshToken: String

    public init(refreshToken: String = "") {
        self.refreshToken = refreshToken
    }
}

extension RefreshRequest {
    public static let layout = MessageLayout(rollcall__v1__refresh_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RefreshRequest.self)
        self.refreshToken = try source.string(c.pointee.refresh_token, "refresh_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RefreshRequest.self)
        c.pointee.refresh_token = target.string(self.refreshToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["refreshToken": Redacted()]
    }
}

/// The tokens that replace the session's previous ones.
public struct RefreshResponse: Message {
    /// The new tokens.
    public var tokens: Tokens?

    public init(tokens: Tokens? = nil) {
        self.tokens = tokens
    }
}

extension RefreshResponse {
    public static let layout = MessageLayout(rollcall__v1__refresh_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RefreshResponse.self)
        self.tokens = try source.message(c.pointee.tokens, "tokens")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RefreshResponse.self)
        c.pointee.tokens = target.message(ifAny: self.tokens)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["tokens": tokens as Any]
    }
}

/// The session to end: the caller's.
public struct SignOutRequest: EmptyMessage {
    public init() {}
}

extension SignOutRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_out_request__init)
}

/// The session has ended.
public struct SignOutResponse: EmptyMessage {
    public init() {}
}

extension SignOutResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_out_response__init)
}

/// The session to read: the caller's.
public struct GetSessionRequest: EmptyMessage {
    public init() {}
}

extension GetSessionRequest {
    public static let layout = MessageLayout(rollcall__v1__get_session_request__init)
}

/// The caller's session.
public struct GetSessionResponse: Message {
    /// The caller's session.
    public var session: Session?

    public init(session: Session? = nil) {
        self.session = session
    }
}

extension GetSessionResponse {
    public static let layout = MessageLayout(rollcall__v1__get_session_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetSessionResponse.self)
        self.session = try source.message(c.pointee.session, "session")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetSessionResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["session": session as Any]
    }
}

/// The sessions to list: all of the caller's.
public struct ListSessionsRequest: EmptyMessage {
    public init() {}
}

extension ListSessionsRequest {
    public static let layout = MessageLayout(rollcall__v1__list_sessions_request__init)
}

/// The caller's sessions.
public struct ListSessionsResponse: Message {
    /// The sessions that have not ended, the last used first; at most 100.
    public var sessions: [Session]

    public init(sessions: [Session] = []) {
        self.sessions = sessions
    }
}

extension ListSessionsResponse {
    public static let layout = MessageLayout(rollcall__v1__list_sessions_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListSessionsResponse.self)
        self.sessions = try source.messages(c.pointee.sessions, c.pointee.n_sessions, "sessions")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListSessionsResponse.self)
        (c.pointee.n_sessions, c.pointee.sessions) =
            target.list(self.sessions) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["sessions": sessions]
    }
}

/// The session to end.
public struct RevokeSessionRequest: Message {
    /// The session, a UUIDv7 in its text form. Ids are accepted in any case, and answered in lower
    /// case.
    public var sessionID: String

    public init(sessionID: String = "") {
        self.sessionID = sessionID
    }
}

extension RevokeSessionRequest {
    public static let layout = MessageLayout(rollcall__v1__revoke_session_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__RevokeSessionRequest.self)
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__RevokeSessionRequest.self)
        c.pointee.session_id = target.string(self.sessionID)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["sessionID": sessionID]
    }
}

/// The session has ended.
public struct RevokeSessionResponse: EmptyMessage {
    public init() {}
}

extension RevokeSessionResponse {
    public static let layout = MessageLayout(rollcall__v1__revoke_session_response__init)
}

/// The sessions to end: all except the caller's.
public struct RevokeOtherSessionsRequest: EmptyMessage {
    public init() {}
}

extension RevokeOtherSessionsRequest {
    public static let layout = MessageLayout(rollcall__v1__revoke_other_sessions_request__init)
}

/// The other sessions have ended.
public struct RevokeOtherSessionsResponse: EmptyMessage {
    public init() {}
}

extension RevokeOtherSessionsResponse {
    public static let layout = MessageLayout(rollcall__v1__revoke_other_sessions_response__init)
}

/// The sessions to end: all of the caller's.
public struct RevokeAllSessionsRequest: EmptyMessage {
    public init() {}
}

extension RevokeAllSessionsRequest {
    public static let layout = MessageLayout(rollcall__v1__revoke_all_sessions_request__init)
}

/// All sessions have ended.
public struct RevokeAllSessionsResponse: EmptyMessage {
    public init() {}
}

extension RevokeAllSessionsResponse {
    public static let layout = MessageLayout(rollcall__v1__revoke_all_sessions_response__init)
}

/// The session to watch: the caller's.
public struct WatchSessionRequest: EmptyMessage {
    public init() {}
}

extension WatchSessionRequest {
    public static let layout = MessageLayout(rollcall__v1__watch_session_request__init)
}

/// A change of the session. Empty, at least every 20 seconds, while nothing changes: the stream
/// goes on.
public struct WatchSessionResponse: Message {
    /// One of the two.
    public var news: News?

    public init(news: News? = nil) {
        self.news = news
    }

    /// The value of `news`.
    public enum News: Sendable, Equatable {
        /// The session as it is now.
        case session(Session)
        /// The session has ended; nothing follows.
        case end(SessionEnd)
    }
}

extension WatchSessionResponse {
    public static let layout = MessageLayout(rollcall__v1__watch_session_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__WatchSessionResponse.self)
        switch c.pointee.news_case.rawValue {
        case 1: self.news = (try source.message(c.pointee.session, "session")).map { .session($0) }
        case 2: self.news = (try source.message(c.pointee.end, "end")).map { .end($0) }
        default: self.news = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__WatchSessionResponse.self)
        switch self.news {
        case .session(let value):
            c.pointee.news_case = .init(rawValue: 1)
            c.pointee.session = target.message(value)
        case .end(let value):
            c.pointee.news_case = .init(rawValue: 2)
            c.pointee.end = target.message(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["news": news as Any]
    }
}

/// How a session ended.
public struct SessionEnd: Message {
    /// The reason.
    public var reason: SessionEndReason
    /// In milliseconds since 1970-01-01 UTC.
    public var endedAtMs: Int64

    public init(reason: SessionEndReason = .unspecified, endedAtMs: Int64 = 0) {
        self.reason = reason
        self.endedAtMs = endedAtMs
    }
}

extension SessionEnd {
    public static let layout = MessageLayout(rollcall__v1__session_end__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SessionEnd.self)
        self.reason = SessionEndReason(c.pointee.reason)
        self.endedAtMs = c.pointee.ended_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SessionEnd.self)
        c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        c.pointee.ended_at_ms = self.endedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["reason": reason, "endedAtMs": endedAtMs]
    }
}

/// The keys to read: all.
public struct GetSigningKeysRequest: EmptyMessage {
    public init() {}
}

extension GetSigningKeysRequest {
    public static let layout = MessageLayout(rollcall__v1__get_signing_keys_request__init)
}

/// The keys for verifying tokens.
public struct GetSigningKeysResponse: Message {
    /// The keys whose tokens may still be valid, including the key that signs now.
    public var keys: [SigningKey]

    public init(keys: [SigningKey] = []) {
        self.keys = keys
    }
}

extension GetSigningKeysResponse {
    public static let layout = MessageLayout(rollcall__v1__get_signing_keys_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetSigningKeysResponse.self)
        self.keys = try source.messages(c.pointee.keys, c.pointee.n_keys, "keys")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetSigningKeysResponse.self)
        (c.pointee.n_keys, c.pointee.keys) = target.list(self.keys) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["keys": keys]
    }
}

/// The service's proof of its identity.
public struct GetServiceTokenRequest: Message {
    /// The credential that `AuthAdminService/AddService` returned.
    public var credential: String

    public init(credential: String = "") {
        self.credential = credential
    }
}

extension GetServiceTokenRequest {
    public static let layout = MessageLayout(rollcall__v1__get_service_token_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetServiceTokenRequest.self)
        self.credential = try source.string(c.pointee.credential, "credential")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetServiceTokenRequest.self)
        c.pointee.credential = target.string(self.credential)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["credential": Redacted()]
    }
}

/// A service token.
public struct GetServiceTokenResponse: Message {
    /// An ES256 JWT, sent as metadata `authorization: Bearer <token>`.
    public var token: String
    /// When the token expires, in milliseconds since 1970-01-01 UTC. As clocks differ, it is
    /// accepted for up to 5 seconds longer.
    public var expiresAtMs: Int64

    public init(token: String = "", expiresAtMs: Int64 = 0) {
        self.token = token
        self.expiresAtMs = expiresAtMs
    }
}

extension GetServiceTokenResponse {
    public static let layout = MessageLayout(rollcall__v1__get_service_token_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetServiceTokenResponse.self)
        self.token = try source.string(c.pointee.token, "token")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetServiceTokenResponse.self)
        c.pointee.token = target.string(self.token)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["token": Redacted(), "expiresAtMs": expiresAtMs]
    }
}

/// The connection identifies the caller.
public struct GetOwnServiceTokenRequest: EmptyMessage {
    public init() {}
}

extension GetOwnServiceTokenRequest {
    public static let layout = MessageLayout(rollcall__v1__get_own_service_token_request__init)
}

/// A service token.
public struct GetOwnServiceTokenResponse: Message {
    /// As in `GetServiceTokenResponse`.
    public var token: String
    /// When the token expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64

    public init(token: String = "", expiresAtMs: Int64 = 0) {
        self.token = token
        self.expiresAtMs = expiresAtMs
    }
}

extension GetOwnServiceTokenResponse {
    public static let layout = MessageLayout(rollcall__v1__get_own_service_token_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetOwnServiceTokenResponse.self)
        self.token = try source.string(c.pointee.token, "token")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetOwnServiceTokenResponse.self)
        c.pointee.token = target.string(self.token)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["token": Redacted(), "expiresAtMs": expiresAtMs]
    }
}

/// A signed-in account on one device.
public struct Session: Message {
    /// The session, a UUIDv7 in its text form. Ids are accepted in any case, and answered in lower
    /// case.
    public var sessionID: String
    /// The account, a UUIDv7 in its text form. It never changes.
    public var userID: String
    /// The primary e-mail address of the account, as the user wrote it; empty without one.
    public var email: String
    /// The label that the session was opened with.
    public var deviceLabel: String
    /// When the session was opened, in milliseconds since 1970-01-01 UTC.
    public var createdAtMs: Int64
    /// When the session ends if it is not refreshed, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64
    /// The system of the device when the session was opened.
    public var platform: String
    /// The version of the app when the session was opened.
    public var appVersion: String
    /// The network from which the session was opened, as far as Auth saw it: the first 24 bits of
    /// an IPv4 address, such as `203.0.113.0/24`, or 48 of an IPv6 address. Empty when it is
    /// unknown.
    public var addressPrefix: String
    /// When the session was opened or last refreshed, in milliseconds since 1970-01-01 UTC.
    public var lastUsedAtMs: Int64
    /// Whether it is the caller's session.
    public var isCurrent: Bool
    /// Whether the owner has proved to read mail at the account's primary address.
    public var isEmailVerified: Bool

    public init(
        sessionID: String = "",
        userID: String = "",
        email: String = "",
        deviceLabel: String = "",
        createdAtMs: Int64 = 0,
        expiresAtMs: Int64 = 0,
        platform: String = "",
        appVersion: String = "",
        addressPrefix: String = "",
        lastUsedAtMs: Int64 = 0,
        isCurrent: Bool = false,
        isEmailVerified: Bool = false
    ) {
        self.sessionID = sessionID
        self.userID = userID
        self.email = email
        self.deviceLabel = deviceLabel
        self.createdAtMs = createdAtMs
        self.expiresAtMs = expiresAtMs
        self.platform = platform
        self.appVersion = appVersion
        self.addressPrefix = addressPrefix
        self.lastUsedAtMs = lastUsedAtMs
        self.isCurrent = isCurrent
        self.isEmailVerified = isEmailVerified
    }
}

extension Session {
    public static let layout = MessageLayout(rollcall__v1__session__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Session.self)
        self.sessionID = try source.string(c.pointee.session_id, "session_id")
        self.userID = try source.string(c.pointee.user_id, "user_id")
        self.email = try source.string(c.pointee.email, "email")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.createdAtMs = c.pointee.created_at_ms
        self.expiresAtMs = c.pointee.expires_at_ms
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.addressPrefix = try source.string(c.pointee.address_prefix, "address_prefix")
        self.lastUsedAtMs = c.pointee.last_used_at_ms
        self.isCurrent = c.pointee.is_current != 0
        self.isEmailVerified = c.pointee.is_email_verified != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Session.self)
        c.pointee.session_id = target.string(self.sessionID)
        c.pointee.user_id = target.string(self.userID)
        c.pointee.email = target.string(self.email)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.created_at_ms = self.createdAtMs
        c.pointee.expires_at_ms = self.expiresAtMs
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.address_prefix = target.string(self.addressPrefix)
        c.pointee.last_used_at_ms = self.lastUsedAtMs
        c.pointee.is_current = self.isCurrent ? 1 : 0
        c.pointee.is_email_verified = self.isEmailVerified ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "sessionID": sessionID,
            "userID": userID,
            "email": Redacted(),
            "deviceLabel": deviceLabel,
            "createdAtMs": createdAtMs,
            "expiresAtMs": expiresAtMs,
            "platform": platform,
            "appVersion": appVersion,
            "addressPrefix": addressPrefix,
            "lastUsedAtMs": lastUsedAtMs,
            "isCurrent": isCurrent,
            "isEmailVerified": isEmailVerified,
        ]
    }
}

/// The pair of tokens of a session.
public struct Tokens: Message {
    /// An ES256 JWT (RFC 7519, RFC 7518), sent as metadata `authorization: Bearer <token>`. Its
    /// `aud` is the name of the deployment. Services of other deployments refuse it.
    public var accessToken: String
    /// When the access token expires, in milliseconds since 1970-01-01 UTC. As clocks differ, every
    /// service accepts it for less than 5 seconds longer. A watch that was opened with it ends on
    /// time.
    public var accessTokenExpiresAtMs: Int64
    /// How long the access token is valid from the moment in which Auth sends it, in milliseconds.
    /// A device measures this time from the answer on: its clock may be wrong.
    public var accessTokenLifetimeMs: Int64
    /// An opaque token for one `Refresh`.
    public var refreshToken: String

    public init(
        accessToken: String = "",
        accessTokenExpiresAtMs: Int64 = 0,
        accessTokenLifetimeMs: Int64 = 0,
        refreshToken: String = ""
    ) {
        self.accessToken = accessToken
        self.accessTokenExpiresAtMs = accessTokenExpiresAtMs
        self.accessTokenLifetimeMs = accessTokenLifetimeMs
        self.refreshToken = refreshToken
    }
}

extension Tokens {
    public static let layout = MessageLayout(rollcall__v1__tokens__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Tokens.self)
        self.accessToken = try source.string(c.pointee.access_token, "access_token")
        self.accessTokenExpiresAtMs = c.pointee.access_token_expires_at_ms
        self.accessTokenLifetimeMs = c.pointee.access_token_lifetime_ms
        self.refreshToken = try source.string(c.pointee.refresh_token, "refresh_token")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Tokens.self)
        c.pointee.access_token = target.string(self.accessToken)
        c.pointee.access_token_expires_at_ms = self.accessTokenExpiresAtMs
        c.pointee.access_token_lifetime_ms = self.accessTokenLifetimeMs
        c.pointee.refresh_token = target.string(self.refreshToken)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "accessToken": Redacted(),
            "accessTokenExpiresAtMs": accessTokenExpiresAtMs,
            "accessTokenLifetimeMs": accessTokenLifetimeMs,
            "refreshToken": Redacted(),
        ]
    }
}

/// A public key on the curve P-256 (RFC 7518, ES256).
public struct SigningKey: Message {
    /// The `kid` in the header of the tokens that it signs.
    public var keyID: String
    /// The x coordinate, 32 bytes, big-endian.
    public var x: [UInt8]
    /// The y coordinate, 32 bytes, big-endian.
    public var y: [UInt8]

    public init(keyID: String = "", x: [UInt8] = [], y: [UInt8] = []) {
        self.keyID = keyID
        self.x = x
        self.y = y
    }
}

extension SigningKey {
    public static let layout = MessageLayout(rollcall__v1__signing_key__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SigningKey.self)
        self.keyID = try source.string(c.pointee.key_id, "key_id")
        self.x = source.bytes(c.pointee.x)
        self.y = source.bytes(c.pointee.y)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SigningKey.self)
        c.pointee.key_id = target.string(self.keyID)
        c.pointee.x = target.bytes(self.x)
        c.pointee.y = target.bytes(self.y)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["keyID": keyID, "x": x, "y": y]
    }
}
