import RollcallAPI
import RollcallRPC

extension AccountHandler {
    /// The answer does not depend on whether another account has the new address. Its owner is told
    /// by mail.
    package func startAddressChange(
        _ request: StartAddressChangeRequest, context: CallContext
    ) async throws -> StartAddressChangeResponse {
        let email = try newEmail(request)
        let (session, account) = try await callers.reauthenticate(
            request.proof, for: AccountServiceMethods.startAddressChange, context)
        guard email.canonical != account.primary?.canonical else {
            throw RPCError.malformed("new_email", "the account has this e-mail address")
        }
        // The account's limits bound the mail to the old, verified address.
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(email)),
        ])
        // A mistyped address may belong to a stranger, who must not be asked.
        let leave = try account.verifiedPrimary.map {
            try challenges.issue(
                .changeAddressOld, of: account, at: $0.text, newAddress: email.text)
        }
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

    /// The mail to the new address if another account has it. It takes the place of the code.
    private func taken(_ email: EmailAddress, _ account: Account) async throws -> MailItem? {
        let now = clock()
        let holder = try await store.read {
            try $0.holder(of: email.canonical, besides: account.id, now: now)
        }
        guard let holder else { return nil }
        return try MailItem(
            id: ids.next(), kind: .addressTaken, account: holder.id, recipient: email.text,
            locale: holder.locale)
    }
}
