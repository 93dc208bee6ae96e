import RollcallAPI
import RollcallRPC

extension AccountHandler {
    /// Nothing is added before the code has come back: the challenge alone holds the address. The
    /// answer does not depend on whether another account has it.
    package func addAddress(
        _ request: AddAddressRequest, context: CallContext
    ) async throws -> AddAddressResponse {
        let email = try newEmail(request.email, "email", of: AddAddressRequest.self)
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: AccountServiceMethods.addAddress, context)
        try await beginMail(to: email, "email", of: account, session, limit: Address.limit - 1)
        let issue = try challenges.issue(.addAddress, of: account, at: email.text)
        try await store.send([tellingHolder(of: email, issue, account)], now: clock())
        return AddAddressResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
