// swift-format-ignore-file
// Generated from rollcall/v1/identity.proto by proto/generate.sh. Do not edit.

import Foundation

/// Where the proof of an identity comes from.
public struct IdentityWay: OpenEnum {
    /// An `id_token` from the provider's own library in an app.
    public static let unspecified = Self(rawValue: 0)
    /// A code, by a browser that comes back to the pages.
    public static let page = Self(rawValue: 1)
    /// A code, by a browser in an app that comes back to the app.
    public static let app = Self(rawValue: 2)

    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The ways to read: all.
public struct GetSignInOptionsRequest: Message {
    public init() {}
}

/// The ways to sign in that the deployment offers, besides a password.
public struct GetSignInOptionsResponse: Message {
    /// The providers, in the order of the configuration.
    public var providers: [IdentityProvider] = []
    /// Whether a code can be mailed in place of a password (AuthService.SendSignInCode).
    public var mailsCodes: Bool = false
    /// Whether passkeys can be registered and used (PasskeyService).
    public var hasPasskeys: Bool = false
    /// Whether accounts can be made without an address (AuthService.SignUpAnonymously).
    public var hasAnonymousAccounts: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &providers)
        try visitor.value(2, &mailsCodes)
        try visitor.value(3, &hasPasskeys)
        try visitor.value(4, &hasAnonymousAccounts)
    }
}

/// A provider of identities.
public struct IdentityProvider: Message {
    /// Its name in this deployment, such as `google`: 1 to 32 characters of `[a-z0-9-]`.
    public var name: String = ""
    /// What a button shows, such as `Google`.
    public var title: String = ""
    /// Whether StartIdentity gives a URL for it, for pages and apps that open one.
    public var hasAuthorizationURL: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &name)
        try visitor.value(2, &title)
        try visitor.value(3, &hasAuthorizationURL)
    }
}

/// The attempt to begin.
public struct StartIdentityRequest: Message {
    /// `IdentityProvider.name`.
    public var provider: String = ""
    /// Where the proof will come from.
    public var way: IdentityWay = .unspecified

    public init() {}
    public init(provider: String = "", way: IdentityWay = .unspecified) {
        self.provider = provider
        self.way = way
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &provider)
        try visitor.value(2, &way)
    }
}

/// An attempt.
public struct StartIdentityResponse: Message, Redacted {
    /// Identifies the attempt, for the call that ends it. It is bound to the provider and the way.
    public var attempt: String = ""
    /// What the provider's token must carry as `nonce`: give it to the provider's library.
    public var nonce: String = ""
    /// The SHA-256 of `nonce` in lower-case hex, for libraries that want that in its place (Apple).
    public var nonceSha256: String = ""
    /// The URL to open, except with IDENTITY_WAY_UNSPECIFIED. It has `state`, the nonce and a
    /// challenge for the code (RFC 7636, S256).
    public var authorizationURL: String = ""
    /// What comes back with the code. Compare it before anything else.
    public var state: String = ""
    /// When the attempt expires, in milliseconds since 1970-01-01 UTC: after 10 minutes.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.value(2, &nonce)
        try visitor.value(3, &nonceSha256)
        try visitor.value(4, &authorizationURL)
        try visitor.value(5, &state)
        try visitor.value(6, &expiresAtMs)
    }
}

/// What a provider has given.
public struct IdentityProof: Message, Redacted {
    /// `StartIdentityResponse.attempt`.
    public var attempt: String = ""
    /// One of them is set, by the way of the attempt.
    public var proof: Proof?

    public init() {}
    public init(attempt: String = "", proof: Proof? = nil) {
        self.attempt = attempt
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.choice(2, &proof, Proof.idToken) { if case .idToken(let value) = $0 { value } else { nil } }
        try visitor.choice(3, &proof, Proof.code) { if case .code(let value) = $0 { value } else { nil } }
    }

    /// The value of `proof`.
    public enum Proof: Sendable, Equatable, Redacted {
        /// An ID token (OpenID Connect Core 1.0, section 2).
        case idToken(String)
        /// The `code` with which the browser came back.
        case code(String)
    }
}

/// The identity to sign in with.
public struct SignInWithIdentityRequest: Message, Redacted {
    /// The proof.
    public var proof: IdentityProof?
    /// The label in the user's session list, by the rules of `SignUpRequest.device_label`.
    public var deviceLabel: String = ""
    /// The system of the device, such as `iOS 18`; may be empty, and is cut after 32 characters.
    public var platform: String = ""
    /// The version of the app; may be empty, and is cut after 32 characters.
    public var appVersion: String = ""
    /// As `SignInRequest.device_token`.
    public var deviceToken: String = ""
    /// For a new account, as `SignUpRequest.display_name`. Not used if the identity has an account.
    public var displayName: String = ""
    /// For a new account, as `SignUpRequest.locale`.
    public var locale: String = ""

    public init() {}
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

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &deviceLabel)
        try visitor.value(3, &platform)
        try visitor.value(4, &appVersion)
        try visitor.value(5, &deviceToken)
        try visitor.value(6, &displayName)
        try visitor.value(7, &locale)
    }
}

/// The new session, or what the sign-in waits for.
public struct SignInWithIdentityResponse: Message, Redacted {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String = ""
    /// What has to be done before the session is opened. If it is set, nothing else is.
    public var pending: PendingSignIn?
    /// Whether the account was made by this call.
    public var isNewAccount: Bool = false
    /// The user's name at the provider, as a suggestion for a form; empty if it is not known. Apple
    /// says it to the app alone, once.
    public var suggestedName: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
        try visitor.optional(4, &pending)
        try visitor.value(5, &isNewAccount)
        try visitor.value(6, &suggestedName)
    }
}

/// The identity to link.
public struct LinkIdentityRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// What the provider has given.
    public var identity: IdentityProof?

    public init() {}
    public init(proof: Reauthentication? = nil, identity: IdentityProof? = nil) {
        self.proof = proof
        self.identity = identity
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.optional(2, &identity)
    }
}

/// The identity is linked.
public struct LinkIdentityResponse: Message {
    /// As it is listed from now on.
    public var identity: Identity?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &identity)
    }
}

/// The identities to list: all of the caller's.
public struct ListIdentitiesRequest: Message {
    public init() {}
}

/// The caller's identities.
public struct ListIdentitiesResponse: Message {
    /// The oldest first; at most 10.
    public var identities: [Identity] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &identities)
    }
}

/// An account elsewhere. Times are milliseconds since 1970-01-01 UTC.
public struct Identity: Message, Redacted {
    /// The provider's name; its issuer's URL if the deployment is not configured for it any more.
    public var provider: String = ""
    /// The user's name at the provider, for programs: `sub`.
    public var subject: String = ""
    /// The e-mail address at the provider when it was linked, to show it; empty if the provider
    /// gave none. Nothing is sent to it.
    public var email: String = ""
    /// When it was linked.
    public var linkedAtMs: Int64 = 0
    /// When a session was last opened with it, to the day; 0 for never.
    public var lastUsedAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &provider)
        try visitor.value(2, &subject)
        try visitor.value(3, &email)
        try visitor.value(4, &linkedAtMs)
        try visitor.value(5, &lastUsedAtMs)
    }
}

/// The identity to take away.
public struct UnlinkIdentityRequest: Message, Redacted {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// `Identity.provider`.
    public var provider: String = ""
    /// `Identity.subject`; may be left out if the account has one identity of the provider.
    public var subject: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, provider: String = "", subject: String = "") {
        self.proof = proof
        self.provider = provider
        self.subject = subject
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &provider)
        try visitor.value(3, &subject)
    }
}

/// The identity is not the account's any more.
public struct UnlinkIdentityResponse: Message {
    public init() {}
}

/// Signing in with an account elsewhere: at Google, at Apple, or at any provider of OpenID Connect
/// (OpenID Connect Core 1.0) that the deployment is configured for.
///
/// An identity is the provider and the subject (`iss` and `sub` of its tokens), never an e-mail
/// address: another address at the provider changes nothing here. An attempt begins with
/// StartIdentity and ends with one accepted call of SignInWithIdentity or LinkIdentity.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED), RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate`
/// TOO_MANY_ATTEMPTS, with `retry_after_ms`), UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and
/// DEADLINE_EXCEEDED.
public struct IdentityServiceClient: Sendable {
    let caller: Caller

    /// Returns the ways to sign in that the deployment offers, so that an app or a page shows no
    /// other.
    public func getSignInOptions(
        _ request: GetSignInOptionsRequest = .init()
    ) async throws(RollcallError) -> GetSignInOptionsResponse {
        try await caller.unary(
            "rollcall.v1.IdentityService/GetSignInOptions",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Begins an attempt. Nothing is stored: what is needed to end it is in the answer.
    ///
    /// Errors: NOT_FOUND (PROVIDER_NOT_FOUND); UNAVAILABLE (PROVIDER_UNAVAILABLE) when a URL was
    /// asked for and the provider's configuration cannot be read; FAILED_PRECONDITION
    /// (SIGN_IN_WAY_OFF) when the provider does not have what the way needs.
    public func startIdentity(
        _ request: StartIdentityRequest
    ) async throws(RollcallError) -> StartIdentityResponse {
        try await caller.unary(
            "rollcall.v1.IdentityService/StartIdentity",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Opens a session of the account with an identity, or makes an account for it.
    ///
    /// An identity that no account has is never linked in silence. If an account here has verified
    /// the identity's e-mail address, the answer is only `pending`, with `links_provider`:
    /// ContinueSignIn with a proof links the identity to that account. An account here that has
    /// never verified the address loses it to its verified owner: its sessions end and its password
    /// goes.
    ///
    /// Errors: NOT_FOUND with PROVIDER_NOT_FOUND, or with ATTEMPT_EXPIRED for an attempt that was
    /// used, is too old, or was never begun: start again; UNAUTHENTICATED (IDENTITY_TOKEN_INVALID;
    /// the message names the claim that is wrong) for a token or a code that does not prove the
    /// identity, and (WRONG_CREDENTIALS) for a disabled account; UNAVAILABLE
    /// (PROVIDER_UNAVAILABLE); INVALID_ARGUMENT and ALREADY_EXISTS for the display name of a new
    /// account, as in SignUp: call again with the same proof; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS) also for too many sign-ups.
    public func signInWithIdentity(
        _ request: SignInWithIdentityRequest
    ) async throws(RollcallError) -> SignInWithIdentityResponse {
        try await caller.unary("rollcall.v1.IdentityService/SignInWithIdentity", .anyone, request)
    }

    /// Links an identity to the caller's account. An account without any way to sign in needs no
    /// proof.
    ///
    /// Errors: those of `Reauthentication`, and of SignInWithIdentity for attempt, token and
    /// provider, but INVALID_ARGUMENT (IDENTITY_TOKEN_INVALID); ALREADY_EXISTS (IDENTITY_TAKEN)
    /// when another account has the identity; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 10
    /// identities.
    public func linkIdentity(
        _ request: LinkIdentityRequest
    ) async throws(RollcallError) -> LinkIdentityResponse {
        try await caller.unary("rollcall.v1.IdentityService/LinkIdentity", .user, request)
    }

    /// Lists the identities that the caller's account has: at most 10, the oldest first.
    public func listIdentities(
        _ request: ListIdentitiesRequest = .init()
    ) async throws(RollcallError) -> ListIdentitiesResponse {
        try await caller.unary(
            "rollcall.v1.IdentityService/ListIdentities",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Takes an identity from the caller's account. Apple is asked to revoke its token.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (IDENTITY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    public func unlinkIdentity(
        _ request: UnlinkIdentityRequest
    ) async throws(RollcallError) -> UnlinkIdentityResponse {
        try await caller.unary("rollcall.v1.IdentityService/UnlinkIdentity", .user, request)
    }
}
