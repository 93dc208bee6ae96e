import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The second factor of accounts: makes its secrets, and compares codes with them.
struct Factors: Sendable {
    /// How long a new secret waits for the first code.
    static let timeToConfirm = Duration.seconds(900)

    let store: AuthStore
    let secrets: FactorSecrets
    /// Of attempts.
    let seal: SealedText
    /// The deployment's name, which apps show beside their codes.
    let issuer: String
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// Compares a code with the factor of an account. Guesses are limited by the caller of this.
    ///
    /// - Returns: nil for a wrong code, one that was used, and an account without a factor.
    /// - Throws: `StorageError.corrupt`; the store's errors.
    func use(of code: FactorCode, by account: UUIDv7) async throws -> FactorUse? {
        switch code {
        case .totp(let code):
            guard let stored = try await store.totp(of: account), stored.confirmedAt != nil,
                let step = try step(of: code, by: stored, of: account)
            else { return nil }
            return .totp(step: step, of: account)
        case .recovery(let code):
            let use = FactorUse.recovery(
                try secrets.digest(of: code, of: account), of: account)
            return try await store.read { try $0.isUnused(use) } ? use : nil
        }
    }

    /// The step of a code of a secret, also of one that is not confirmed.
    ///
    /// - Throws: `StorageError.corrupt`.
    func step(of code: DigitCode, by stored: StoredTOTP, of account: UUIDv7) throws -> Int64? {
        try secrets.opened(stored.sealedSecret, of: account)
            .step(of: code, after: stored.lastStep, now: clock())
    }

    func newRecoveryCodes(
        of account: UUIDv7
    ) throws -> (texts: [String], digests: [SHA256Digest]) {
        let codes = try (0..<RecoveryCode.count).map { _ in try RecoveryCode(random: random) }
        return (codes.map(\.text), try codes.map { try secrets.digest(of: $0, of: account) })
    }
}

extension RPCError {
    /// - Parameters:
    ///   - field: the request's field with the code.
    ///   - code: `permissionDenied` inside a session.
    static func factorWrong(_ field: String, _ code: StatusCode = .invalidArgument) -> RPCError {
        .violation(
            code, .factorWrong, field: field,
            "the code is not one of this time, was used before, or is no recovery code")
    }

    static var factorRequired: RPCError {
        .violation(
            .permissionDenied, .factorRequired, field: "proof.factor_code",
            "this also needs a code of the second factor")
    }

    static var factorNotFound: RPCError {
        .violation(.notFound, .factorNotFound, "the account has no second factor")
    }

    static var factorExists: RPCError {
        .violation(
            .failedPrecondition, .factorExists,
            "the account has a second factor; remove it before you add another")
    }
}
