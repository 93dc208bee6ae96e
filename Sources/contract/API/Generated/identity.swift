// swift-format-ignore-file
// Generated from rollcall/v1/identity.proto by proto/generate.sh. Do not edit.

import RollcallWire
internal import CRollcallMessages

/// Where the proof of an identity comes from.
public enum IdentityWay: OpenEnum {
    /// An `id_token` from the provider's own library in an app.
    case unspecified
    /// A code, by a browser that comes back to the pages.
    case page
    /// A code, by a browser in an app that comes back to the app.
    case app
    /// A number that this version of the schema does not name.
    case unrecognized(Int32)

    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .page
        case 2: self = .app
        default: self = .unrecognized(rawValue)
        }
    }

    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .page: 1
        case .app: 2
        case .unrecognized(let number): number
        }
    }
}

/// The ways to read: all.
public struct GetSignInOptionsRequest: EmptyMessage {
    public init() {}
}

extension GetSignInOptionsRequest {
    public static let layout = MessageLayout(rollcall__v1__get_sign_in_options_request__init)
}

/// The ways to sign in that the deployment offers, besides a password.
public struct GetSignInOptionsResponse: Message {
    /// The providers, in the order of the configuration.
    public var providers: [IdentityProvider]
    /// Whether a code can be mailed in place of a password (AuthService.SendSignInCode).
    public var mailsCodes: Bool
    /// Whether passkeys can be registered and used (PasskeyService).
    public var hasPasskeys: Bool
    /// Whether accounts can be made without an address (AuthService.SignUpAnonymously).
    public var hasAnonymousAccounts: Bool

    public init(
        providers: [IdentityProvider] = [],
        mailsCodes: Bool = false,
        hasPasskeys: Bool = false,
        hasAnonymousAccounts: Bool = false
    ) {
        self.providers = providers
        self.mailsCodes = mailsCodes
        self.hasPasskeys = hasPasskeys
        self.hasAnonymousAccounts = hasAnonymousAccounts
    }
}

extension GetSignInOptionsResponse {
    public static let layout = MessageLayout(rollcall__v1__get_sign_in_options_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__GetSignInOptionsResponse.self)
        self.providers =
            try source.messages(c.pointee.providers, c.pointee.n_providers, "providers")
        self.mailsCodes = c.pointee.mails_codes != 0
        self.hasPasskeys = c.pointee.has_passkeys != 0
        self.hasAnonymousAccounts = c.pointee.has_anonymous_accounts != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__GetSignInOptionsResponse.self)
        (c.pointee.n_providers, c.pointee.providers) =
            target.list(self.providers) { target.message($0) }
        c.pointee.mails_codes = self.mailsCodes ? 1 : 0
        c.pointee.has_passkeys = self.hasPasskeys ? 1 : 0
        c.pointee.has_anonymous_accounts = self.hasAnonymousAccounts ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "providers": providers,
            "mailsCodes": mailsCodes,
            "hasPasskeys": hasPasskeys,
            "hasAnonymousAccounts": hasAnonymousAccounts,
        ]
    }
}

/// A provider of identities.
public struct IdentityProvider: Message {
    /// Its name in this deployment, such as `google`: 1 to 32 characters of `[a-z0-9-]`.
    public var name: String
    /// What a button shows, such as `Google`.
    public var title: String
    /// Whether StartIdentity gives a URL for it, for pages and apps that open one.
    public var hasAuthorizationURL: Bool

    public init(name: String = "", title: String = "", hasAuthorizationURL: Bool = false) {
        self.name = name
        self.title = title
        self.hasAuthorizationURL = hasAuthorizationURL
    }
}

extension IdentityProvider {
    public static let layout = MessageLayout(rollcall__v1__identity_provider__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__IdentityProvider.self)
        self.name = try source.string(c.pointee.name, "name")
        self.title = try source.string(c.pointee.title, "title")
        self.hasAuthorizationURL = c.pointee.has_authorization_url != 0
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__IdentityProvider.self)
        c.pointee.name = target.string(self.name)
        c.pointee.title = target.string(self.title)
        c.pointee.has_authorization_url = self.hasAuthorizationURL ? 1 : 0
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["name": name, "title": title, "hasAuthorizationURL": hasAuthorizationURL]
    }
}

/// The attempt to begin.
public struct StartIdentityRequest: Message {
    /// `IdentityProvider.name`.
    public var provider: String
    /// Where the proof will come from.
    public var way: IdentityWay

    public init(provider: String = "", way: IdentityWay = .unspecified) {
        self.provider = provider
        self.way = way
    }
}

extension StartIdentityRequest {
    public static let layout = MessageLayout(rollcall__v1__start_identity_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartIdentityRequest.self)
        self.provider = try source.string(c.pointee.provider, "provider")
        self.way = IdentityWay(c.pointee.way)
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartIdentityRequest.self)
        c.pointee.provider = target.string(self.provider)
        c.pointee.way = .init(rawValue: .init(truncatingIfNeeded: self.way.rawValue))
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["provider": provider, "way": way]
    }
}

/// An attempt.
public struct StartIdentityResponse: Message {
    /// Identifies the attempt, for the call that ends it. It is bound to the provider and the way.
    public var attempt: String
    /// What the provider's token must carry as `nonce`: give it to the provider's library.
    public var nonce: String
    /// The SHA-256 of `nonce` in lower-case hex, for libraries that want that in its place (Apple).
    public var nonceSha256: String
    /// The URL to open, except with IDENTITY_WAY_UNSPECIFIED. It has `state`, the nonce and a
    /// challenge for the code (RFC 7636, S256).
    public var authorizationURL: String
    /// What comes back with the code. Compare it before anything else.
    public var state: String
    /// When the attempt expires, in milliseconds since 1970-01-01 UTC: after 10 minutes.
    public var expiresAtMs: Int64

    public init(
        attempt: String = "",
        nonce: String = "",
        nonceSha256: String = "",
        authorizationURL: String = "",
        state: String = "",
        expiresAtMs: Int64 = 0
    ) {
        self.attempt = attempt
        self.nonce = nonce
        self.nonceSha256 = nonceSha256
        self.authorizationURL = authorizationURL
        self.state = state
        self.expiresAtMs = expiresAtMs
    }
}

extension StartIdentityResponse {
    public static let layout = MessageLayout(rollcall__v1__start_identity_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__StartIdentityResponse.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        self.nonce = try source.string(c.pointee.nonce, "nonce")
        self.nonceSha256 = try source.string(c.pointee.nonce_sha256, "nonce_sha256")
        self.authorizationURL = try source.string(c.pointee.authorization_url, "authorization_url")
        self.state = try source.string(c.pointee.state, "state")
        self.expiresAtMs = c.pointee.expires_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__StartIdentityResponse.self)
        c.pointee.attempt = target.string(self.attempt)
        c.pointee.nonce = target.string(self.nonce)
        c.pointee.nonce_sha256 = target.string(self.nonceSha256)
        c.pointee.authorization_url = target.string(self.authorizationURL)
        c.pointee.state = target.string(self.state)
        c.pointee.expires_at_ms = self.expiresAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "attempt": Redacted(),
            "nonce": Redacted(),
            "nonceSha256": Redacted(),
            "authorizationURL": Redacted(),
            "state": Redacted(),
            "expiresAtMs": expiresAtMs,
        ]
    }
}

/// What a provider has given.
public struct IdentityProof: Message {
    /// `StartIdentityResponse.attempt`.
    public var attempt: String
    /// One of them is set, by the way of the attempt.
    public var proof: Proof?

    public init(attempt: String = "", proof: Proof? = nil) {
        self.attempt = attempt
        self.proof = proof
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable {
        /// An ID token (OpenID Connect Core 1.0, section 2).
        case idToken(String)
        /// The `code` with which the browser came back.
        case code(String)
    }
}

extension IdentityProof {
    public static let layout = MessageLayout(rollcall__v1__identity_proof__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__IdentityProof.self)
        self.attempt = try source.string(c.pointee.attempt, "attempt")
        switch c.pointee.proof_case.rawValue {
        case 2: self.proof = .idToken(try source.string(c.pointee.id_token, "id_token"))
        case 3: self.proof = .code(try source.string(c.pointee.code, "code"))
        default: self.proof = nil
        }
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__IdentityProof.self)
        c.pointee.attempt = target.string(self.attempt)
        switch self.proof {
        case .idToken(let value):
            c.pointee.proof_case = .init(rawValue: 2)
            c.pointee.id_token = target.string(value)
        case .code(let value):
            c.pointee.proof_case = .init(rawValue: 3)
            c.pointee.code = target.string(value)
        case nil: break
        }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["attempt": Redacted(), "proof": proof as Any]
    }
}

extension IdentityProof.Proof: FieldDescribing {
    public var describedFields: KeyValuePairs<String, Any> {
        switch self {
        case .idToken: ["idToken": Redacted()]
        case .code: ["code": Redacted()]
        }
    }
}

/// The identity to sign in with.
public struct SignInWithIdentityRequest: Message {
    /// The proof.
    public var proof: IdentityProof?
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String
    /// As `SignInRequest.device_token`.
    public var deviceToken: String
    /// For a new account, as `SignUpRequest.display_name`. Not used if the identity has an account.
    public var displayName: String
    /// For a new account, as `SignUpRequest.locale`.
    public var locale: String

    public init(
        proof: IdentityProof? = nil,
        deviceLabel: String = "",
        platform: String = "",
        appVersion: String = "",
        deviceToken: String = "",
        displayName: String = "",
        locale: String = ""
    ) {
        self.proof = proof
        self.deviceLabel = deviceLabel
        self.platform = platform
        self.appVersion = appVersion
        self.deviceToken = deviceToken
        self.displayName = displayName
        self.locale = locale
    }
}

extension SignInWithIdentityRequest {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_identity_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithIdentityRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.deviceLabel = try source.string(c.pointee.device_label, "device_label")
        self.platform = try source.string(c.pointee.platform, "platform")
        self.appVersion = try source.string(c.pointee.app_version, "app_version")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
        self.displayName = try source.string(c.pointee.display_name, "display_name")
        self.locale = try source.string(c.pointee.locale, "locale")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithIdentityRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.device_label = target.string(self.deviceLabel)
        c.pointee.platform = target.string(self.platform)
        c.pointee.app_version = target.string(self.appVersion)
        c.pointee.device_token = target.string(self.deviceToken)
        c.pointee.display_name = target.string(self.displayName)
        c.pointee.locale = target.string(self.locale)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "proof": proof as Any,
            "deviceLabel": deviceLabel,
            "platform": platform,
            "appVersion": appVersion,
            "deviceToken": Redacted(),
            "displayName": displayName,
            "locale": locale,
        ]
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInWithIdentityResponse: Message {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?
    /// Whether the account was made by this call.
    public var isNewAccount: Bool
    /// The user's name at the provider, as a suggestion for a form; empty if it is not known. Apple
    /// says it to the app alone, once.
    public var suggestedName: String

    public init(
        session: Session? = nil,
        tokens: Tokens? = nil,
        deviceToken: String = "",
        pending: PendingSignIn? = nil,
        isNewAccount: Bool = false,
        suggestedName: String = ""
    ) {
        self.session = session
        self.tokens = tokens
        self.deviceToken = deviceToken
        self.pending = pending
        self.isNewAccount = isNewAccount
        self.suggestedName = suggestedName
    }
}

extension SignInWithIdentityResponse {
    public static let layout = MessageLayout(rollcall__v1__sign_in_with_identity_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__SignInWithIdentityResponse.self)
        self.session = try source.message(c.pointee.session, "session")
        self.tokens = try source.message(c.pointee.tokens, "tokens")
        self.deviceToken = try source.string(c.pointee.device_token, "device_token")
        self.pending = try source.message(c.pointee.pending, "pending")
        self.isNewAccount = c.pointee.is_new_account != 0
        self.suggestedName = try source.string(c.pointee.suggested_name, "suggested_name")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__SignInWithIdentityResponse.self)
        c.pointee.session = target.message(ifAny: self.session)
        c.pointee.tokens = target.message(ifAny: self.tokens)
        c.pointee.device_token = target.string(self.deviceToken)
        c.pointee.pending = target.message(ifAny: self.pending)
        c.pointee.is_new_account = self.isNewAccount ? 1 : 0
        c.pointee.suggested_name = target.string(self.suggestedName)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "session": session as Any,
            "tokens": tokens as Any,
            "deviceToken": Redacted(),
            "pending": pending as Any,
            "isNewAccount": isNewAccount,
            "suggestedName": Redacted(),
        ]
    }
}

/// The identity to link.
public struct LinkIdentityRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// What the provider has given.
    public var identity: IdentityProof?

    public init(proof: Reauthentication? = nil, identity: IdentityProof? = nil) {
        self.proof = proof
        self.identity = identity
    }
}

extension LinkIdentityRequest {
    public static let layout = MessageLayout(rollcall__v1__link_identity_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__LinkIdentityRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.identity = try source.message(c.pointee.identity, "identity")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__LinkIdentityRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.identity = target.message(ifAny: self.identity)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "identity": identity as Any]
    }
}

/// The identity is linked.
public struct LinkIdentityResponse: Message {
    /// As it is listed from now on.
    public var identity: Identity?

    public init(identity: Identity? = nil) {
        self.identity = identity
    }
}

extension LinkIdentityResponse {
    public static let layout = MessageLayout(rollcall__v1__link_identity_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__LinkIdentityResponse.self)
        self.identity = try source.message(c.pointee.identity, "identity")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__LinkIdentityResponse.self)
        c.pointee.identity = target.message(ifAny: self.identity)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["identity": identity as Any]
    }
}

/// The identities to list: all of the caller's.
public struct ListIdentitiesRequest: EmptyMessage {
    public init() {}
}

extension ListIdentitiesRequest {
    public static let layout = MessageLayout(rollcall__v1__list_identities_request__init)
}

/// The caller's identities.
public struct ListIdentitiesResponse: Message {
    /// The oldest first; at most 10.
    public var identities: [Identity]

    public init(identities: [Identity] = []) {
        self.identities = identities
    }
}

extension ListIdentitiesResponse {
    public static let layout = MessageLayout(rollcall__v1__list_identities_response__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__ListIdentitiesResponse.self)
        self.identities =
            try source.messages(c.pointee.identities, c.pointee.n_identities, "identities")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__ListIdentitiesResponse.self)
        (c.pointee.n_identities, c.pointee.identities) =
            target.list(self.identities) { target.message($0) }
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["identities": identities]
    }
}

/// An account elsewhere. Times are milliseconds since 1970-01-01 UTC.
public struct Identity: Message {
    /// The provider's name; its issuer's URL if the deployment is not configured for it any more.
    public var provider: String
    /// The user's name at the provider, for programs: `sub`.
    public var subject: String
    /// The e-mail address at the provider when it was linked, to show it; empty if the provider
    /// gave none. Nothing is sent to it.
    public var email: String
    /// When it was linked.
    public var linkedAtMs: Int64
    /// When a session was last opened with it, to the day; 0 for never.
    public var lastUsedAtMs: Int64

    public init(
        provider: String = "",
        subject: String = "",
        email: String = "",
        linkedAtMs: Int64 = 0,
        lastUsedAtMs: Int64 = 0
    ) {
        self.provider = provider
        self.subject = subject
        self.email = email
        self.linkedAtMs = linkedAtMs
        self.lastUsedAtMs = lastUsedAtMs
    }
}

extension Identity {
    public static let layout = MessageLayout(rollcall__v1__identity__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__Identity.self)
        self.provider = try source.string(c.pointee.provider, "provider")
        self.subject = try source.string(c.pointee.subject, "subject")
        self.email = try source.string(c.pointee.email, "email")
        self.linkedAtMs = c.pointee.linked_at_ms
        self.lastUsedAtMs = c.pointee.last_used_at_ms
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__Identity.self)
        c.pointee.provider = target.string(self.provider)
        c.pointee.subject = target.string(self.subject)
        c.pointee.email = target.string(self.email)
        c.pointee.linked_at_ms = self.linkedAtMs
        c.pointee.last_used_at_ms = self.lastUsedAtMs
    }

    public var describedFields: KeyValuePairs<String, Any> {
        [
            "provider": provider,
            "subject": Redacted(),
            "email": Redacted(),
            "linkedAtMs": linkedAtMs,
            "lastUsedAtMs": lastUsedAtMs,
        ]
    }
}

/// The identity to take away.
public struct UnlinkIdentityRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// `Identity.provider`.
    public var provider: String
    /// `Identity.subject`; may be left out if the account has one identity of the provider.
    public var subject: String

    public init(proof: Reauthentication? = nil, provider: String = "", subject: String = "") {
        self.proof = proof
        self.provider = provider
        self.subject = subject
    }
}

extension UnlinkIdentityRequest {
    public static let layout = MessageLayout(rollcall__v1__unlink_identity_request__init)

    public init(decoding source: MessageSource) throws(CodecError) {
        let c = source.fields(as: Rollcall__V1__UnlinkIdentityRequest.self)
        self.proof = try source.message(c.pointee.proof, "proof")
        self.provider = try source.string(c.pointee.provider, "provider")
        self.subject = try source.string(c.pointee.subject, "subject")
    }

    public func encode(into target: MessageTarget) {
        let c = target.fields(as: Rollcall__V1__UnlinkIdentityRequest.self)
        c.pointee.proof = target.message(ifAny: self.proof)
        c.pointee.provider = target.string(self.provider)
        c.pointee.subject = target.string(self.subject)
    }

    public var describedFields: KeyValuePairs<String, Any> {
        ["proof": proof as Any, "provider": provider, "subject": Redacted()]
    }
}

/// The identity is not the account's any more.
public struct UnlinkIdentityResponse: EmptyMessage {
    public init() {}
}

extension UnlinkIdentityResponse {
    public static let layout = MessageLayout(rollcall__v1__unlink_identity_response__init)
}
