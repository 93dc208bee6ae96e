import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AddressHandler {
    /// The answer is the same whether anybody has the new address or not: who has it is told by mail.
    func startAddressChange(
        _ request: StartAddressChangeRequest, _ context: CallContext
    ) async throws -> StartAddressChangeResponse {
        let email = try newEmail(request)
        let (session, account) = try await callers.reauthenticate(
            request.password, field: "password", context)
        guard email.canonical != account.canonicalEmail else {
            throw RPCError.malformed("new_email", "the account has this e-mail address")
        }
        // The mail to the old address, which is proved, is bounded by what the account may ask for.
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(email)),
        ])
        let leave = try leave(account, for: email)
        let come = try challenges.issue(.changeAddressNew, of: account, at: email.text)
        let mail = try await taken(email, account) ?? come.mail
        try await store.send(
            [leave, Challenges.Issue(challenge: come.challenge, mail: mail)].compactMap(\.self),
            now: clock())
        return StartAddressChangeResponse(
            needsOldCode: leave != nil, expiresAtMs: come.challenge.expiresAt)
    }

    private func newEmail(_ request: StartAddressChangeRequest) throws -> EmailAddress {
        var rules = BrokenRules()
        guard
            let email = rules.check(
                email: request.newEmail, in: configuration.mailDomains, field: "new_email")
        else {
            throw rules.refusal(of: StartAddressChangeRequest.self)
        }
        return email
    }

    /// What is to be proved at the old address: nothing, if nobody ever proved to read it. A mistyped
    /// address is a stranger's, who must not be asked.
    private func leave(_ account: Account, for email: EmailAddress) throws -> Challenges.Issue? {
        guard account.emailVerifiedAt != nil else { return nil }
        return try challenges.issue(.changeAddressOld, of: account, newAddress: email.text)
    }

    /// What goes to the new address in place of a code, if it is somebody else's.
    private func taken(_ email: EmailAddress, _ account: Account) async throws -> MailItem? {
        let holder = try await store.holder(
            of: email, besides: account.id, now: clock())
        guard let holder else { return nil }
        return try MailItem(
            id: ids.next(), kind: .addressTaken, account: holder.id, recipient: email.text,
            locale: holder.locale)
    }
}
