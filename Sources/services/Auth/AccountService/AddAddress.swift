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
        guard try await addresses(of: account, without: email, "email").count < Address.limit
        else {
            throw RPCError.violation(
                .resourceExhausted, .tooMany, field: "email",
                "an account has at most \(Address.limit) e-mail addresses")
        }
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(email)),
        ])
        let issue = try challenges.issue(.addAddress, of: account, at: email.text)
        try await store.send([tellingHolder(of: email, issue, account)], now: clock())
        return AddAddressResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
