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
        let issue = try challenges.issue(.verifyAddress, of: account, at: primary.text)
        try await send([issue], toUnproved: EmailAddress(primary.text), by: session)
        return SendVerificationResponse(expiresAtMs: issue.challenge.expiresAt)
    }
}
