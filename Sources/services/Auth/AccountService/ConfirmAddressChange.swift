import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func confirmAddressChange(
        _ request: ConfirmAddressChangeRequest, context: CallContext
    ) async throws -> ConfirmAddressChangeResponse {
        let (session, account) = try await callers.caller(of: context)
        let codes = try codes(of: request, account)
        let met = try await limits.guessing(by: .session(session.id, of: account.id)) {
            try await self.met(by: codes, of: account)
        }
        guard let come = met[.changeAddressNew] else { throw RPCError.codeExpired("new_code") }
        let isDone = try await changePrimary(
            to: come.address, of: account, by: session, using: Array(met.values))
        // Another account may have the address by now: a caller who begins anew is told by mail.
        guard isDone else { throw RPCError.codeExpired("new_code") }
        return ConfirmAddressChangeResponse(account: try await info(of: account.id))
    }

    /// The challenges that the codes meet, all of them.
    private func met(
        by codes: [(purpose: ChallengePurpose, code: ChallengeCode, field: String)],
        of account: Account
    ) async throws -> [ChallengePurpose: Challenge] {
        let found = try await store.takeTries(
            of: account.id, codes.map(\.purpose), now: clock())
        var rules = BrokenRules()
        var isExpired = false
        for (purpose, code, field) in codes {
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

    /// The codes of both sides of a change, or of the new one alone.
    ///
    /// - Throws: `RPCError` (CODE_WRONG) for what cannot be a code: that is no guess.
    private func codes(
        of request: ConfirmAddressChangeRequest, _ account: Account
    ) throws -> [(purpose: ChallengePurpose, code: ChallengeCode, field: String)] {
        let old = (ChallengePurpose.changeAddressOld, request.oldCode, "old_code")
        let new = (ChallengePurpose.changeAddressNew, request.newCode, "new_code")
        var rules = BrokenRules()
        let codes = (account.verifiedPrimary == nil ? [new] : [old, new]).compactMap {
            purpose, text, field in
            let code = ChallengeCode(entered: text)
            if code == nil { rules.addCodeWrong(field) }
            return code.map { (purpose: purpose, code: $0, field: field) }
        }
        guard rules.isEmpty else { throw rules.refusal(of: ConfirmAddressChangeRequest.self) }
        return codes
    }
}

extension BrokenRules {
    fileprivate mutating func addCodeWrong(_ field: String) {
        add(.codeWrong, field, "the code is not the one of the mail")
    }
}
