import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func sendVerification(
        _ request: SendVerificationRequest, context: CallContext
    ) async throws -> SendVerificationResponse {
        let (session, account) = try await callers.caller(of: context)
        guard account.emailVerifiedAt == nil else { return SendVerificationResponse() }
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(EmailAddress(account.email))),
        ])
        let issue = try challenges.issue(.verifyAddress, of: account)
        try await store.send(issue, now: clock())
        return SendVerificationResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
