import RollcallAPI
import RollcallCrypto
import RollcallRPC
import WebAuthn

/// Checks what authenticators answer.
struct Passkeys: Sendable {
    let store: AuthStore
    let attempts: PasskeyAttempts
    /// Nil in a deployment without passkeys.
    let relyingParty: RelyingParty?
    let notices: Notices
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// - Throws: `RPCError` (SIGN_IN_WAY_OFF).
    func party() throws -> RelyingParty {
        try relyingParty.orThrow(
            .violation(
                .failedPrecondition, .signInWayOff, "this deployment has no passkeys"))
    }

    /// What a correct answer is of; nil for every other one, and for one of a copy, which the owner
    /// is told of.
    ///
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, SIGN_IN_WAY_OFF).
    func use(by assertion: PasskeyAssertion) async throws -> PasskeyUse? {
        let party = try party()
        guard let attempt = try attempts.attempt(assertion.attempt), attempt.account == nil,
            try await store.read({ try $0.isUnused(attempt.digest) })
        else { throw RPCError.attemptExpired("attempt") }
        guard let passkey = try await store.passkey(assertion.credentialID),
            // A key that its device does not list by itself says no user (level 2, §7.2).
            assertion.userHandle.isEmpty || assertion.userHandle == passkey.accountID.bytes,
            let key = try? CredentialKey(passkey.publicKey)
        else { return nil }
        let answer = try? party.checkAssertion(
            assertion.clientDataJson, assertion.authenticatorData, assertion.signature,
            challenge: attempt.challenge, key: key)
        guard let answer else { return nil }
        let use = PasskeyUse(passkey: passkey, answer: answer, attempt: attempt)
        return try await refuses(use) ? nil : use
    }

    /// Refuses a passkey of which there is a copy. Nobody can tell whose the copy is, so the owner
    /// is told, who knows who has just tried to sign in.
    private func refuses(_ use: PasskeyUse) async throws -> Bool {
        guard use.isOfACopy else { return false }
        if let account = try await store.account(id: use.passkey.accountID) {
            let notice = try notices.make(
                .passkeyCopied, of: account, variables: [.device: use.passkey.label])
            try await store.tell(notice, now: clock())
        }
        return true
    }
}

extension RPCError {
    /// Whatever is wrong with a passkey's answer.
    ///
    /// - Parameter field: of the request.
    static func passkeyInvalid(_ code: StatusCode, _ field: String) -> RPCError {
        .violation(
            code, .passkeyInvalid, field: field,
            "the passkey does not belong to an account here, or its answer is wrong")
    }
}
