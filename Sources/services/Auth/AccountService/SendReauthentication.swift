import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func sendReauthentication(
        _ request: SendReauthenticationRequest, context: CallContext
    ) async throws -> SendReauthenticationResponse {
        let (session, account) = try await callers.caller(of: context)
        guard let address = account.verifiedPrimary else { return SendReauthenticationResponse() }
        let issue = try challenges.issue(.reauthenticate, of: account, at: address.text)
        try await send([issue], by: session)
        return SendReauthenticationResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
