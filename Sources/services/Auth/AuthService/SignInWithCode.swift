import RollcallAPI
import RollcallRPC

extension AuthHandler {
    /// Opens a session by a code that was mailed to a verified address. It is used up with that, or
    /// when the sign-in waits for another step.
    package func signInWithCode(
        _ request: SignInWithCodeRequest, context: CallContext
    ) async throws -> SignInWithCodeResponse {
        guard configuration.mailsSignInCodes else { throw RPCError.signInWayOff }
        return try await metrics.countingSignIn {
            let expired = RPCError.codeExpired("code")
            let challenge = try await limits.guessing(by: .stranger(context.peer)) {
                let key = try ChallengeKey(request.flow, of: .signInCode).orThrow(expired)
                return try await challenges.met(by: request.code, at: key, field: "code")
            }
            let outcome = try await withVerified {
                let account = try await account(of: challenge, field: "code").orThrow(expired)
                let known = try await store.device(request.deviceToken, of: account.id)
                return try await signIn(
                    to: account, on: SessionDevice(request), known: known,
                    keeping: request.deviceToken, using: challenge, spending: limits.attempt(),
                    context)
            }
            return SignInWithCodeResponse(
                session: outcome.session, tokens: outcome.tokens, deviceToken: outcome.deviceToken,
                pending: outcome.pending)
        }
    }
}
