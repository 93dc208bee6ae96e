import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func checkDisplayName(
        _ request: CheckDisplayNameRequest, context: CallContext
    ) async throws -> CheckDisplayNameResponse {
        let broken = DisplayName.rulesBroken(byChoosing: request.displayName)
        guard broken.isEmpty, let name = DisplayName(request.displayName) else {
            return CheckDisplayNameResponse(reasons: broken)
        }
        guard try await store.isFree(name, now: clock()) else {
            return CheckDisplayNameResponse(reasons: [.displayNameTaken])
        }
        return CheckDisplayNameResponse(available: true)
    }
}
