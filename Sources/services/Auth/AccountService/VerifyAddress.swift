import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func verifyAddress(
        _ request: VerifyAddressRequest, context: CallContext
    ) async throws -> VerifyAddressResponse {
        let (session, account) = try await callers.caller(of: context)
        // What cannot be a code is no guess.
        guard ChallengeCode(entered: request.code) != nil else { throw RPCError.codeWrong("code") }
        let challenge = try await limits.guessing(by: .session(session.id, of: account.id)) {
            try await challenges.met(
                by: request.code, at: .account(account.id, .verifyAddress), field: "code")
        }
        guard try await store.verifyAddress(by: challenge, now: clock()) else {
            throw RPCError.codeExpired("code")
        }
        return VerifyAddressResponse()
    }
}
