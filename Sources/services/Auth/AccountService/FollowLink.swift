import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AccountHandler {
    package func followLink(
        _ request: FollowLinkRequest, context: CallContext
    ) async throws -> FollowLinkResponse {
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            try await challenges.found(byLink: request.linkToken)
        }
        switch challenge.purpose {
        case .verifyAddress:
            guard try await store.prove(by: challenge, at: callers.sessionClock) else {
                throw RPCError.linkInvalid
            }
            return FollowLinkResponse(purpose: challenge.purpose.ofLink)
        case .undoAddress:
            return try await undoAddressChange(challenge)
        default:
            throw RPCError.violation(
                .failedPrecondition, .fieldMissing, field: "new_password",
                "the link is for ResetPassword, with a new password")
        }
    }

    /// Answers with a flow, so that the caller can choose a password at once with the code of the
    /// mail that is sent now.
    private func undoAddressChange(
        _ challenge: Challenge
    ) async throws -> FollowLinkResponse {
        let flow = try challenges.newFlow(random)
        let reset = try challenges.draft(.resetPassword, flow: flow)
        guard let id = challenge.bond?.accountID,
            let account = try await store.account(id: id),
            try await store.undoAddressChange(
                by: challenge,
                notice: notices.make(
                    .addressUndone, of: account, at: verified(of: id, besides: challenge.address)),
                reset: reset, now: clock())
        else { throw RPCError.linkInvalid }
        return FollowLinkResponse(purpose: challenge.purpose.ofLink, flow: flow.token.text)
    }
}
