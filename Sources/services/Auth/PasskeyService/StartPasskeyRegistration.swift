import RollcallAPI
import RollcallRPC

extension PasskeyHandler {
    /// Nothing is stored: the attempt names the account whose owner has given a proof.
    package func startPasskeyRegistration(
        _ request: StartPasskeyRegistrationRequest, context: CallContext
    ) async throws -> StartPasskeyRegistrationResponse {
        let party = try passkeys.party()
        let (_, account) = try await callers.reauthenticate(
            request.proof, for: PasskeyServiceMethods.startPasskeyRegistration, context)
        let present = try await store.passkeys(of: account.id)
        guard present.count < Passkey.limit else { throw RPCError.tooManyPasskeys }
        let attempt = try passkeys.attempts.begin(for: account.id)
        return StartPasskeyRegistrationResponse(
            attempt: attempt.text, challenge: attempt.challenge, rpID: party.id,
            rpName: deploymentName, userHandle: account.id.bytes,
            userName: await userName(of: account, context),
            excludedCredentialIDs: present.map(\.id), expiresAtMs: attempt.expiresAt)
    }

    /// By what its owner tells the account from others in the list of a device. While Profile does
    /// not answer, it is empty for an account without an address.
    private func userName(of account: Account, _ context: CallContext) async -> String {
        if let primary = account.primary { return primary.text }
        let id = account.id.description
        return (try? await names.names(of: [id], for: context)[id]) ?? ""
    }
}
