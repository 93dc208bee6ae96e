import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func checkDisplayName(
        _ request: CheckDisplayNameRequest, context: CallContext
    ) async throws -> CheckDisplayNameResponse {
        guard let name = DisplayName(request.displayName) else {
            return CheckDisplayNameResponse(
                reasons: DisplayName.brokenRules(of: request.displayName))
        }
        guard try await !store.isTaken(name) else {
            return CheckDisplayNameResponse(reasons: [.displayNameTaken])
        }
        return CheckDisplayNameResponse(available: true)
    }
}
