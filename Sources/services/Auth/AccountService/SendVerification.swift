import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func sendVerification(
        _ request: SendVerificationRequest, context: CallContext
    ) async throws -> SendVerificationResponse {
        let (session, account) = try await callers.caller(of: context)
        guard let primary = account.primary, !primary.isVerified else {
            return SendVerificationResponse()
        }
        try await limits.spend([
            limits.mail(for: .session(session.id, of: account.id)),
            limits.permit(.mailUnproved, of: .mailbox(EmailAddress(primary.text))),
        ])
        let issue = try challenges.issue(.verifyAddress, of: account, at: primary.text)
        try await store.send([issue], now: clock())
        return SendVerificationResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
