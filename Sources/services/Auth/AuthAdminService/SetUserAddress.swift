import RollcallAPI
import RollcallRPC
import Tables

extension AuthAdminHandler {
    package func setUserAddress(
        _ request: SetUserAddressRequest, context: CallContext
    ) async throws -> SetUserAddressResponse {
        let id = try await userID(request.user, context)
        var rules = BrokenRules()
        guard let email = rules.check(email: request.email, in: .all) else {
            throw rules.refusal(of: SetUserAddressRequest.self)
        }
        let reason = try PlainText(
            requiredReason: request.reason, longest: AuditRecord.longestText)
        // Once more if the account has changed since it was read.
        let user: UserOverview = try await withVerified {
            let account = try await store.account(id: id).orThrow(.userNotFound)
            let isPresent = account.verifiedPrimary?.canonical == email.canonical
            let isDone =
                if isPresent { true } else {
                    try await change(account, to: email, because: reason)
                }
            return isDone ? try await store.user(id: id, at: sessionClock) : nil
        }
        log.note(context, ["user.id": "\(id)", "reason": "\(reason.text)"])
        return SetUserAddressResponse(user: await summaries(of: [user], context)[0])
    }

    /// - Returns: `false` if the account has changed since it was read.
    /// - Throws: `RPCError` (EMAIL_TAKEN).
    private func change(
        _ account: Account, to email: EmailAddress, because reason: PlainText
    ) async throws -> Bool {
        let isHeld = try await store.read { [now = clock()] in
            try $0.holder(of: email.canonical, besides: account.id, now: now) != nil
        }
        guard !isHeld else {
            throw RPCError.violation(
                .alreadyExists, .emailTaken, field: "email",
                "another account has this e-mail address, or may still return to it")
        }
        let undo = try account.verifiedPrimary.map {
            try challenges.issue(.undoAddress, of: account, at: $0.text, newAddress: email.text)
        }
        let others = try await store.addresses(of: account.id)
            .filter { $0.isVerified && !$0.isPrimary && $0.canonical != email.canonical }
        let notice = try notices.make(
            .addressArrived, of: account, at: [email.text] + others.map(\.text),
            variables: [.newAddress: email.text])
        return try await store.changePrimary(
            to: email, of: account, by: nil, because: reason.text, undo: undo, notice: notice,
            at: sessionClock)
    }
}
