import RollcallAPI
import RollcallRPC
import WebAuthn

extension PasskeyHandler {
    /// The attempt is the proof that the owner has asked for this, within five minutes.
    package func finishPasskeyRegistration(
        _ request: FinishPasskeyRegistrationRequest, context: CallContext
    ) async throws -> FinishPasskeyRegistrationResponse {
        let party = try passkeys.party()
        let (session, account) = try await callers.caller(of: context)
        guard let attempt = try passkeys.attempts.attempt(request.attempt),
            attempt.account == account.id
        else { throw RPCError.attemptExpired("attempt") }
        let made = try await limits.guessing(by: .session(session.id, of: account.id)) {
            try passkey(request, attempt, of: account, by: party)
        }
        return try await withVerified {
            let (session, account) = try await callers.caller(of: context)
            let notice = try notices.make(
                .passkeyAdded, of: account, variables: [.device: made.label])
            let isDone = try await store.add(
                made, by: attempt, to: account, in: session.id, notice: notice,
                at: callers.sessionClock)
            return isDone ? FinishPasskeyRegistrationResponse(passkey: made.message) : nil
        }
    }

    /// - Throws: `RPCError` (PASSKEY_INVALID).
    private func passkey(
        _ request: FinishPasskeyRegistrationRequest, _ attempt: PasskeyAttempt, of account: Account,
        by party: RelyingParty
    ) throws -> Passkey {
        do throws(WebAuthnError) {
            let made = try party.checkRegistration(
                request.clientDataJson, request.attestationObject, challenge: attempt.challenge)
            return Passkey(
                id: made.id, accountID: account.id, algorithm: made.key.algorithm,
                publicKey: made.key.bytes, signCount: made.data.signCount,
                label: SessionDevice.label(request.label), isBackedUp: made.data.isBackedUp,
                isVerifying: made.data.isUserVerified, createdAt: clock(), lastUsedAt: nil)
        } catch {
            throw RPCError.violation(
                .invalidArgument, .passkeyInvalid, field: "attestation_object", error.rawValue)
        }
    }
}
