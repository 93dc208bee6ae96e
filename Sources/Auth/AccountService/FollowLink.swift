import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func followLink(
        _ request: FollowLinkRequest, context: CallContext
    ) async throws -> FollowLinkResponse {
        let challenge = try await codeTries.count(context) {
            try await challenges.found(byLink: request.linkToken)
        }
        switch challenge.purpose {
        case .verifyAddress:
            guard try await auth.store.verifyAddress(by: challenge, now: auth.clock()) else {
                throw RPCError.linkInvalid
            }
            return FollowLinkResponse(purpose: challenge.purpose.ofLink)
        case .undoAddress:
            return try await undoAddressChange(challenge, context)
        case .resetPassword, .changeAddressOld, .changeAddressNew:
            throw RPCError.violation(
                .failedPrecondition, .fieldMissing, field: "new_password",
                "the link is for ResetPassword, with a new password")
        }
    }

    /// Answers with a flow, so that the caller can choose a password at once with the code of the mail
    /// that is sent now.
    private func undoAddressChange(
        _ challenge: Challenge, _ context: CallContext
    ) async throws -> FollowLinkResponse {
        let flow = try challenges.newFlow(auth.random)
        guard let nobodys = Password(Base64.url.encode(try auth.random.bytes(32))) else {
            throw RPCError.linkInvalid
        }
        let hash = try await auth.hasher.hash(nobodys, for: context)
        let reset = try challenges.draft(.resetPassword, flow: flow)
        guard let id = challenge.bond?.accountID,
            let account = try await auth.store.account(id: id),
            try await auth.store.undoAddressChange(
                by: challenge, to: hash, notice: auth.notices.make(.addressUndone, of: account),
                reset: reset, now: auth.clock())
        else { throw RPCError.linkInvalid }
        return FollowLinkResponse(purpose: challenge.purpose.ofLink, flow: flow.token.text)
    }
}
