import RollcallAPI
import RollcallCrypto
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
            return try await withVerified {
                let account = try await account(of: challenge, field: "code").orThrow(expired)
                return try await signIn(request, to: account, using: challenge, context)
            }
        }
    }

    /// - Returns: nil if the account is another than when the code was compared.
    private func signIn(
        _ request: SignInWithCodeRequest, to account: Account, using challenge: Challenge,
        _ context: CallContext
    ) async throws -> SignInWithCodeResponse? {
        let known = try await store.device(request.deviceToken, of: account.id)
        let steps = try await secondSteps(of: account, on: known, isMailed: true)
        guard steps.isEmpty else {
            let pending = try await suspend(
                account, on: SessionDevice(request), known: known, until: steps, using: challenge,
                spending: limits.attempt(), context)
            return pending.map { SignInWithCodeResponse(pending: $0) }
        }
        guard
            let (session, tokens, newDevice) = try await open(
                account, on: SessionDevice(request), known: known, using: challenge, isTold: false,
                spending: [], context)
        else { return nil }
        metrics.signIns.count(.ok)
        return SignInWithCodeResponse(
            session: session, tokens: tokens,
            deviceToken: known == nil ? newDevice.text : request.deviceToken)
    }
}
