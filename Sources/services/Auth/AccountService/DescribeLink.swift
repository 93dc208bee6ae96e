import RollcallAPI
import RollcallRPC

extension AccountHandler {
    package func describeLink(
        _ request: DescribeLinkRequest, context: CallContext
    ) async throws -> DescribeLinkResponse {
        let challenge = try await limits.guessing(by: .stranger(context.peer)) {
            try await challenges.found(byLink: request.linkToken)
        }
        return DescribeLinkResponse(
            purpose: challenge.purpose.ofLink, expiresAtMs: challenge.expiresAt)
    }
}
