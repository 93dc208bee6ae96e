import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func sendVerification(
        _ request: SendVerificationRequest, context: CallContext
    ) async throws -> SendVerificationResponse {
        let (_, account) = try await auth.caller(of: context)
        guard account.emailVerifiedAt == nil else { return SendVerificationResponse() }
        try await mailLimits.count(of: account, to: EmailAddress(account.email))
        let issue = try challenges.issue(.verifyAddress, of: account)
        try await auth.store.send(issue, now: auth.clock())
        return SendVerificationResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
