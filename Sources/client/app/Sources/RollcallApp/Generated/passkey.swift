// swift-format-ignore-file
// Generated from rollcall/v1/passkey.proto by proto/generate.sh. Do not edit.

import Foundation

/// A request for a challenge.
public struct StartPasskeyRegistrationRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// What `navigator.credentials.create` and its likes need.
public struct StartPasskeyRegistrationResponse: Message, Redacted {
    /// Identifies the attempt to FinishPasskeyRegistration.
    public var attempt: String = ""
    /// 32 bytes.
    public var challenge: Data = Data()
    /// The relying party's id, a domain.
    public var rpID: String = ""
    /// The name of the deployment, to be shown.
    public var rpName: String = ""
    /// 16 bytes: the account's id, as `user.id`.
    public var userHandle: Data = Data()
    /// The account's primary address or display name, as `user.name`; may be empty.
    public var userName: String = ""
    /// The passkeys that the account has, so that a device makes no second one.
    public var excludedCredentialIDs: [Data] = []
    /// When the challenge expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.value(2, &challenge)
        try visitor.value(3, &rpID)
        try visitor.value(4, &rpName)
        try visitor.value(5, &userHandle)
        try visitor.value(6, &userName)
        try visitor.list(7, &excludedCredentialIDs)
        try visitor.value(8, &expiresAtMs)
    }
}

/// The answer of a device that has made a passkey.
public struct FinishPasskeyRegistrationRequest: Message, Redacted {
    /// `StartPasskeyRegistrationResponse.attempt`.
    public var attempt: String = ""
    /// `AuthenticatorAttestationResponse.clientDataJSON`.
    public var clientDataJson: Data = Data()
    /// `AuthenticatorAttestationResponse.attestationObject`.
    public var attestationObject: Data = Data()
    /// What the list shows, by the rules of `SignUpRequest.device_label`.
    public var label: String = ""

    public init() {}
    public init(
        attempt: String = "",
        clientDataJson: Data = Data(),
        attestationObject: Data = Data(),
        label: String = ""
    ) {
        self.attempt = attempt
        self.clientDataJson = clientDataJson
        self.attestationObject = attestationObject
        self.label = label
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.value(2, &clientDataJson)
        try visitor.value(3, &attestationObject)
        try visitor.value(4, &label)
    }
}

/// The account has the passkey.
public struct FinishPasskeyRegistrationResponse: Message {
    /// As it is listed from now on.
    public var passkey: Passkey?

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &passkey)
    }
}

/// The passkeys to list: all of the caller's.
public struct ListPasskeysRequest: Message {
    public init() {}
}

/// The caller's passkeys.
public struct ListPasskeysResponse: Message {
    /// The oldest first; at most 20.
    public var passkeys: [Passkey] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &passkeys)
    }
}

/// A passkey. Times are milliseconds since 1970-01-01 UTC.
public struct Passkey: Message {
    /// The credential id in base64url, at most 1,364 characters.
    public var passkeyID: String = ""
    /// What its owner named it.
    public var label: String = ""
    /// When it was registered.
    public var createdAtMs: Int64 = 0
    /// When a session was last opened with it; 0 for never.
    public var lastUsedAtMs: Int64 = 0
    /// Whether it is kept elsewhere, too, so that the loss of one device does not lose it.
    public var isBackedUp: Bool = false

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &passkeyID)
        try visitor.value(2, &label)
        try visitor.value(3, &createdAtMs)
        try visitor.value(4, &lastUsedAtMs)
        try visitor.value(5, &isBackedUp)
    }
}

/// The passkey to take away.
public struct RemovePasskeyRequest: Message {
    /// The fresh proof; may be left out in a fresh session.
    public var proof: Reauthentication?
    /// `Passkey.passkey_id`.
    public var passkeyID: String = ""

    public init() {}
    public init(proof: Reauthentication? = nil, passkeyID: String = "") {
        self.proof = proof
        self.passkeyID = passkeyID
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
        try visitor.value(2, &passkeyID)
    }
}

/// The passkey is not the account's any more.
public struct RemovePasskeyResponse: Message {
    public init() {}
}

/// A request for a challenge.
public struct StartPasskeySignInRequest: Message, Redacted {
    /// `PendingSignIn.token` of a sign-in that waits for a passkey; empty for a sign-in without a
    /// password.
    public var pendingToken: String = ""

    public init() {}
    public init(pendingToken: String = "") {
        self.pendingToken = pendingToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &pendingToken)
    }
}

/// What `navigator.credentials.get` and its likes need.
public struct StartPasskeySignInResponse: Message, Redacted {
    /// Identifies the attempt to the call that ends it.
    public var attempt: String = ""
    /// 32 bytes.
    public var challenge: Data = Data()
    /// The relying party's id, a domain.
    public var rpID: String = ""
    /// The passkeys of the account; only with a `pending_token`. Otherwise the device offers those
    /// that it knows.
    public var allowedCredentialIDs: [Data] = []
    /// When the challenge expires, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &attempt)
        try visitor.value(2, &challenge)
        try visitor.value(3, &rpID)
        try visitor.list(4, &allowedCredentialIDs)
        try visitor.value(5, &expiresAtMs)
    }
}

/// The passkey to sign in with.
public struct SignInWithPasskeyRequest: Message, Redacted {
    /// The device's answer to the challenge.
    public var assertion: PasskeyAssertion?
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
        assertion: PasskeyAssertion? = nil,
        deviceLabel: String = "",
        platform: String = "",
        appVersion: String = "",
        deviceToken: String = ""
    ) {
        self.assertion = assertion
        self.deviceLabel = deviceLabel
        self.platform = platform
        self.appVersion = appVersion
        self.deviceToken = deviceToken
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &assertion)
        try visitor.value(2, &deviceLabel)
        try visitor.value(3, &platform)
        try visitor.value(4, &appVersion)
        try visitor.value(5, &deviceToken)
    }
}

/// The new session.
public struct SignInWithPasskeyResponse: Message, Redacted {
    /// The session.
    public var session: Session?
    /// The tokens of the session.
    public var tokens: Tokens?
    /// As `SignInResponse.device_token`.
    public var deviceToken: String = ""

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &session)
        try visitor.optional(2, &tokens)
        try visitor.value(3, &deviceToken)
    }
}

/// Passkeys (Web Authentication level 2, W3C 2021): signatures ES256 and RS256, without
/// attestation. Challenges are given out by Start… and answered once, within 5 minutes.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, where one is
/// required, or SESSION_ENDED), FAILED_PRECONDITION (SIGN_IN_WAY_OFF: the deployment has no
/// passkeys), RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with
/// `retry_after_ms`), UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and DEADLINE_EXCEEDED.
public struct PasskeyServiceClient: Sendable {
    let caller: Caller

    /// Returns what a device needs to make a passkey for the caller's account. An account without
    /// any way to sign in needs no proof.
    ///
    /// Errors: those of `Reauthentication`; RESOURCE_EXHAUSTED (TOO_MANY) for an account with 20
    /// passkeys.
    public func startPasskeyRegistration(
        _ request: StartPasskeyRegistrationRequest
    ) async throws(RollcallError) -> StartPasskeyRegistrationResponse {
        try await caller.unary(
            "rollcall.v1.PasskeyService/StartPasskeyRegistration",
            .user,
            request
        )
    }

    /// Gives the account the passkey that a device has made. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (PASSKEY_INVALID; the message names what is wrong); NOT_FOUND
    /// (ATTEMPT_EXPIRED); ALREADY_EXISTS (PASSKEY_TAKEN).
    public func finishPasskeyRegistration(
        _ request: FinishPasskeyRegistrationRequest
    ) async throws(RollcallError) -> FinishPasskeyRegistrationResponse {
        try await caller.unary(
            "rollcall.v1.PasskeyService/FinishPasskeyRegistration",
            .user,
            request
        )
    }

    /// Lists the passkeys of the caller's account, the oldest first: at most 20.
    public func listPasskeys(
        _ request: ListPasskeysRequest = .init()
    ) async throws(RollcallError) -> ListPasskeysResponse {
        try await caller.unary(
            "rollcall.v1.PasskeyService/ListPasskeys",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Takes a passkey from the caller's account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (PASSKEY_NOT_FOUND); FAILED_PRECONDITION
    /// (LAST_CREDENTIAL) when nobody could sign in to the account without it; UNAVAILABLE when this
    /// depends on the display name and Profile does not answer.
    public func removePasskey(
        _ request: RemovePasskeyRequest
    ) async throws(RollcallError) -> RemovePasskeyResponse {
        try await caller.unary("rollcall.v1.PasskeyService/RemovePasskey", .user, request)
    }

    /// Returns a challenge for signing in. Nothing is stored.
    ///
    /// Errors: NOT_FOUND (CODE_EXPIRED) for a `pending_token` that is no longer valid.
    public func startPasskeySignIn(
        _ request: StartPasskeySignInRequest
    ) async throws(RollcallError) -> StartPasskeySignInResponse {
        try await caller.unary(
            "rollcall.v1.PasskeyService/StartPasskeySignIn",
            .anyone,
            request,
            isRepeatable: true
        )
    }

    /// Opens a session by a passkey whose device has verified its user. That is two factors, so no
    /// other is asked for.
    ///
    /// Errors: UNAUTHENTICATED (PASSKEY_INVALID) for an unknown passkey, a wrong signature and a
    /// disabled account alike; NOT_FOUND (ATTEMPT_EXPIRED); RESOURCE_EXHAUSTED (TOO_MANY_ATTEMPTS,
    /// with `retry_after_ms`) for too many attempts from the caller's address.
    public func signInWithPasskey(
        _ request: SignInWithPasskeyRequest
    ) async throws(RollcallError) -> SignInWithPasskeyResponse {
        try await caller.unary("rollcall.v1.PasskeyService/SignInWithPasskey", .anyone, request)
    }
}
