// swift-format-ignore-file
// Generated from rollcall/v1/factor.proto by proto/generate.sh. Do not edit.

import Foundation

/// The factors to read: the caller's.
public struct GetFactorsRequest: Message {
    public init() {}
}

/// The caller's factors.
public struct GetFactorsResponse: Message {
    /// When the authenticator app was confirmed, in milliseconds since 1970-01-01 UTC; 0 without
    /// one.
    public var totpConfirmedAtMs: Int64 = 0
    /// How many recovery codes are left.
    public var recoveryCodesLeft: UInt32 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &totpConfirmedAtMs)
        try visitor.value(2, &recoveryCodesLeft)
    }
}

/// A request for a secret.
public struct StartTotpRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// The secret. It is shown once.
public struct StartTotpResponse: Message, Redacted {
    /// The secret in base32 (RFC 4648) without padding: 32 characters for 20 bytes.
    public var secret: String = ""
    /// The same as a URI, for a QR code or a link: `otpauth://totp/…`.
    public var uri: String = ""
    /// When the secret expires unless it is confirmed, in milliseconds since 1970-01-01 UTC.
    public var expiresAtMs: Int64 = 0

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &secret)
        try visitor.value(2, &uri)
        try visitor.value(3, &expiresAtMs)
    }
}

/// The proof that the app has the secret.
public struct ConfirmTotpRequest: Message, Redacted {
    /// Six digits.
    public var code: String = ""

    public init() {}
    public init(code: String = "") {
        self.code = code
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.value(1, &code)
    }
}

/// The account has the factor.
public struct ConfirmTotpResponse: Message, Redacted {
    /// Ten recovery codes, to be kept elsewhere than the app. They are shown once.
    public var recoveryCodes: [String] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &recoveryCodes)
    }
}

/// A request to take the factor away.
public struct RemoveTotpRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// The account has no factor.
public struct RemoveTotpResponse: Message {
    public init() {}
}

/// A request for new recovery codes.
public struct MakeRecoveryCodesRequest: Message {
    /// The fresh proof, also in a fresh session.
    public var proof: Reauthentication?

    public init() {}
    public init(proof: Reauthentication? = nil) {
        self.proof = proof
    }

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.optional(1, &proof)
    }
}

/// The new recovery codes.
public struct MakeRecoveryCodesResponse: Message, Redacted {
    /// Ten. They are shown once.
    public var recoveryCodes: [String] = []

    public init() {}

    mutating func visit(_ visitor: inout some FieldVisitor) throws(CodecError) {
        try visitor.list(1, &recoveryCodes)
    }
}

/// The second factor of an account: codes of an authenticator app (TOTP, RFC 6238: SHA-1, six
/// digits, 30 seconds), and ten recovery codes for the day on which the app is lost.
///
/// An account with a factor needs one of these codes after every sign-in with a password, an
/// identity or a mailed code (`PendingSignIn`), and with every important change: the RPCs that say
/// `asks_for_factor` in the contract.
///
/// Errors: every RPC can also fail with UNAUTHENTICATED (no valid access token, or SESSION_ENDED),
/// RESOURCE_EXHAUSTED (NO_SPACE; beyond the RPC's `rate` TOO_MANY_ATTEMPTS, with `retry_after_ms`),
/// UNAVAILABLE (OVERLOADED, with `retry_after_ms`) and DEADLINE_EXCEEDED.
public struct FactorServiceClient: Sendable {
    let caller: Caller

    /// Returns which factors the caller's account has.
    public func getFactors(
        _ request: GetFactorsRequest = .init()
    ) async throws(RollcallError) -> GetFactorsResponse {
        try await caller.unary(
            "rollcall.v1.FactorService/GetFactors",
            .user,
            request,
            isRepeatable: true
        )
    }

    /// Makes a secret for an authenticator app. The account has no factor before ConfirmTotp.
    /// Another call ends the secret of the one before.
    ///
    /// Errors: those of `Reauthentication`; FAILED_PRECONDITION (FACTOR_EXISTS) for an account that
    /// has the factor.
    public func startTotp(
        _ request: StartTotpRequest
    ) async throws(RollcallError) -> StartTotpResponse {
        try await caller.unary("rollcall.v1.FactorService/StartTotp", .user, request)
    }

    /// Gives the account the factor, by a code of the app. The owner is sent a mail.
    ///
    /// Errors: INVALID_ARGUMENT (FACTOR_WRONG); NOT_FOUND (CODE_EXPIRED) for a secret that was
    /// confirmed, is older than 15 minutes, or was never made; RESOURCE_EXHAUSTED
    /// (TOO_MANY_ATTEMPTS, with `retry_after_ms`) for too many wrong codes in the session.
    public func confirmTotp(
        _ request: ConfirmTotpRequest
    ) async throws(RollcallError) -> ConfirmTotpResponse {
        try await caller.unary("rollcall.v1.FactorService/ConfirmTotp", .user, request)
    }

    /// Takes the factor and its recovery codes from the account. The owner is sent a mail.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    public func removeTotp(
        _ request: RemoveTotpRequest
    ) async throws(RollcallError) -> RemoveTotpResponse {
        try await caller.unary("rollcall.v1.FactorService/RemoveTotp", .user, request)
    }

    /// Makes ten new recovery codes. The earlier ones are no longer valid.
    ///
    /// Errors: those of `Reauthentication`; NOT_FOUND (FACTOR_NOT_FOUND).
    public func makeRecoveryCodes(
        _ request: MakeRecoveryCodesRequest
    ) async throws(RollcallError) -> MakeRecoveryCodesResponse {
        try await caller.unary("rollcall.v1.FactorService/MakeRecoveryCodes", .user, request)
    }
}
