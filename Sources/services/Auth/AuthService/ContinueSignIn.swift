import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthHandler {
    /// Opens the session of a sign-in that was suspended. Whatever ends a code between its mail and
    /// this call gives the answer of a token that never existed.
    package func continueSignIn(
        _ request: ContinueSignInRequest, context: CallContext
    ) async throws -> ContinueSignInResponse {
        guard case .mailedCode(let code)? = request.step else {
            throw RPCError.missing("step", "the sign-in needs a second step, such as a mailed code")
        }
        let expired = RPCError.codeExpired("mailed_code")
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            let key = try ChallengeKey(request.token, of: .signIn).orThrow(expired)
            return try await challenges.met(by: code, at: key, field: "mailed_code")
        }
        return try await withVerified {
            guard let id = try await store.challenge(challenge.id)?.bond?.accountID,
                let account = try await store.account(id: id),
                challenge.protects(account), !account.isDisabled(at: clock())
            else { throw expired }
            guard !account.mustResetPassword else { throw RPCError.passwordResetRequired("token") }
            guard
                let (session, tokens, newDevice) = try await open(
                    account, on: challenge.device, using: challenge, isTold: false, spending: [],
                    context)
            else { return nil }
            metrics.signIns.count(.ok)
            return ContinueSignInResponse(
                session: session, tokens: tokens, deviceToken: newDevice.text)
        }
    }
}
