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
        try await checkRoom(for: email, "email", of: account, limit: Address.limit - 1)
        let issue = try challenges.issue(.addAddress, of: account, at: email.text)
        try await send([issue], toUnproved: email, by: session)
        return AddAddressResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
