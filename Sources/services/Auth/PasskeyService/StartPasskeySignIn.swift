import RollcallAPI
import RollcallRPC

extension PasskeyHandler {
    /// The passkeys of an account are only for callers who have given another proof of it. By an
    /// address anybody would learn whether it has an account.
    package func startPasskeySignIn(
        _ request: StartPasskeySignInRequest, context: CallContext
    ) async throws -> StartPasskeySignInResponse {
        let party = try passkeys.party()
        let attempt = try passkeys.attempts.begin()
        return StartPasskeySignInResponse(
            attempt: attempt.text, challenge: attempt.challenge, rpID: party.id,
            allowedCredentialIDs: try await passkeys(ofSignIn: request.pendingToken),
            expiresAtMs: attempt.expiresAt)
    }

    /// The passkeys that a pending sign-in can go on with.
    private func passkeys(ofSignIn token: String) async throws -> [[UInt8]] {
        guard !token.isEmpty else { return [] }
        let attempt = try signIns.factors.attempt(token)
        let (_, account) = try await signIns.account(of: attempt, "pending_token")
        return try await store.passkeys(of: account.id).map(\.id)
    }
}
