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
        try await beginMail(to: email, "new_email", of: account, session)
        // A mistyped address may belong to a stranger, who must not be asked.
        let leave = try account.verifiedPrimary.map {
            try challenges.issue(
                .changeAddressOld, of: account, at: $0.text, newAddress: email.text)
        }
        let come = try challenges.issue(.changeAddressNew, of: account, at: email.text)
        try await store.send(
            [leave, tellingHolder(of: email, come, account)].compactMap(\.self), now: clock())
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

    /// Counts a mail to a new address, which the account does not have.
    ///
    /// - Parameter limit: of the addresses that it has.
    func beginMail(
        to new: EmailAddress, _ field: String, of account: Account, _ session: AccountSession,
        limit: Int = Address.limit
    ) async throws {
        let addresses = try await store.addresses(of: account.id)
        guard !addresses.contains(where: { $0.canonical == new.canonical }) else {
            throw RPCError.malformed(field, "the account has this e-mail address")
        }
        guard addresses.count <= limit else {
            throw RPCError.violation(
                .resourceExhausted, .tooMany, field: field, "the account has too many addresses")
        }
        // The account's limit bounds the mail to the old, verified address, too.
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(new)),
        ])
    }

    /// A challenge for a new address. If another account has that one, its owner is told in place
    /// of the mail with the code.
    func tellingHolder(
        of email: EmailAddress, _ issue: Challenges.Issue, _ account: Account
    ) async throws -> Challenges.Issue {
        let now = clock()
        let holder = try await store.read {
            try $0.holder(of: email.canonical, besides: account.id, now: now)
        }
        guard let holder else { return issue }
        let mail = try MailItem(
            id: ids.next(), kind: .addressTaken, account: holder.id, recipient: email.text,
            locale: holder.locale)
        return Challenges.Issue(challenge: issue.challenge, mail: mail)
    }
}
