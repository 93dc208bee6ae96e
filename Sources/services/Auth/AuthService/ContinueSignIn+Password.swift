import RollcallAPI
import RollcallRPC

extension AuthHandler {
    /// Opens the session of a sign-in with an identity, and links that, by the password of the
    /// account. A wrong one counts as at any sign-in, and leaves the sign-in as it was.
    func continueSignIn(
        _ token: String, by password: String, _ context: CallContext
    ) async throws -> ContinueSignInResponse {
        let expired = RPCError.codeExpired("password")
        guard let key = ChallengeKey(token, of: .linkIdentity),
            let challenge = try await store.challenge(key, now: clock()),
            let id = challenge.bond?.accountID
        else { throw expired }
        return try await withVerified {
            guard let account = try await store.account(id: id), challenge.protects(account) else {
                throw expired
            }
            let verdict = try await verifier.check(
                password, of: .account(account), from: nil, for: context)
            guard case .correct(let account, _, let attempt) = verdict else {
                throw RPCError.violation(
                    .unauthenticated, .wrongCredentials, field: "password",
                    "the password is not that of the account")
            }
            guard !account.mustResetPassword else {
                try await attempt.spend()
                throw RPCError.passwordResetRequired("password")
            }
            return try await proceed(
                account, using: challenge, isTold: true, spending: attempt, context)
        }
    }
}
