import RollcallAPI
import RollcallRPC
import RollcallWire

extension AccountHandler {
    /// The answer does not depend on whether another account has the new address. Its owner is told
    /// by mail.
    package func startAddressChange(
        _ request: StartAddressChangeRequest, context: CallContext
    ) async throws -> StartAddressChangeResponse {
        let email = try newEmail(request.newEmail, "new_email", of: StartAddressChangeRequest.self)
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: AccountServiceMethods.startAddressChange, context)
        try await checkRoom(for: email, "new_email", of: account, limit: Address.limit)
        // A mistyped address may belong to a stranger, who must not be asked.
        let leave = try account.verifiedPrimary.map {
            try challenges.issue(
                .changeAddressOld, of: account, at: $0.text, newAddress: email.text)
        }
        let come = try challenges.issue(.changeAddressNew, of: account, at: email.text)
        // The account's limit bounds the mail to the old, verified address, too.
        try await send([leave, come].compactMap(\.self), toUnproved: email, by: session)
        return StartAddressChangeResponse(
            needsOldCode: leave != nil, expiresAtMs: come.challenge.expiresAt)
    }

    /// - Parameter field: of the request, with the text.
    func newEmail<Request: Message>(
        _ text: String, _ field: String, of request: Request.Type
    ) throws -> EmailAddress {
        var rules = BrokenRules()
        let email = rules.check(email: text, in: configuration.mailDomains, field: field)
        guard let email else { throw rules.refusal(of: request) }
        return email
    }

    /// Checks that an account does not have a new address, and has at most `limit` addresses.
    func checkRoom(
        for new: EmailAddress, _ field: String, of account: Account, limit: Int
    ) async throws {
        let addresses = try await store.addresses(of: account.id)
        guard !addresses.contains(where: { $0.canonical == new.canonical }) else {
            throw RPCError.malformed(field, "the account has this e-mail address")
        }
        guard addresses.count <= limit else {
            throw RPCError.violation(
                .resourceExhausted, .tooMany, field: field, "the account has too many addresses")
        }
    }
}
