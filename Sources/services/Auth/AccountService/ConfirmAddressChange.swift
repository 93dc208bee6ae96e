import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest, context: CallContext
    ) async throws -> ConfirmAddressChangeResponse {
        let (session, account) = try await callers.caller(of: context)
        let proofs = try AddressProofs(request, of: account)
        let met = try await limits.guessing(by: .session(session.id, of: account.id)) {
            try await self.met(by: proofs, of: account)
        }
        guard let come = met[.changeAddressNew] else { throw RPCError.codeExpired("new_code") }
        let email = try EmailAddress(come.address)
        let undo = try account.verifiedPrimary.map {
            try challenges.issue(
                .undoAddress, of: account, at: $0.text, newAddress: come.address)
        }
        let others = try await store.addresses(of: account.id)
            .filter { !$0.isPrimary && $0.canonical != email.canonical }
        let notice = try notices.make(
            .addressArrived, of: account, at: [come.address] + others.map(\.text),
            variables: [.newAddress: come.address])
        let outcome = try await store.changeAddress(
            to: email, of: account, by: session.id, using: Array(met.values), undo: undo,
            notice: notice, now: clock(), configuration)
        // Another account may have the address by now: a caller who begins anew is told by mail.
        guard try outcome.isDone() else { throw RPCError.codeExpired("new_code") }
        return ConfirmAddressChangeResponse(account: try await info(of: account.id))
    }

    /// The challenges that the codes meet, all of them.
    private func met(
        by proofs: AddressProofs, of account: Account
    ) async throws -> [ChallengePurpose: Challenge] {
        let found = try await store.takeTries(
            of: account.id, proofs.codes.map(\.purpose), now: clock())
        var rules = BrokenRules()
        var isExpired = false
        for (purpose, code, field) in proofs.codes {
            if let challenge = found[purpose] {
                if try !challenges.isMet(challenge, by: code) { rules.addCodeWrong(field) }
            } else {
                isExpired = true
                rules.add(
                    .codeExpired, field, "the code is no longer valid; start the change again")
            }
        }
        guard rules.isEmpty else {
            throw RPCError.violations(
                isExpired ? .notFound : .invalidArgument, rules.violations,
                of: ConfirmAddressChangeRequest.self)
        }
        return found
    }
}

/// The codes of both sides of a change, or of the new one alone.
private struct AddressProofs {
    let codes: [(purpose: ChallengePurpose, code: ChallengeCode, field: String)]

    /// - Throws: `RPCError` (CODE_WRONG) for what cannot be a code: that is no guess.
    init(_ request: ConfirmAddressChangeRequest, of account: Account) throws {
        var texts = [(ChallengePurpose.changeAddressNew, request.newCode, "new_code")]
        if account.verifiedPrimary != nil {
            texts.insert((.changeAddressOld, request.oldCode, "old_code"), at: 0)
        }
        var rules = BrokenRules()
        codes = texts.compactMap { purpose, text, field in
            guard let code = ChallengeCode(entered: text) else {
                rules.addCodeWrong(field)
                return nil
            }
            return (purpose, code, field)
        }
        guard rules.isEmpty else { throw rules.refusal(of: ConfirmAddressChangeRequest.self) }
    }
}

extension BrokenRules {
    fileprivate mutating func addCodeWrong(_ field: String) {
        add(.codeWrong, field, "the code is not the one of the mail")
    }
}
