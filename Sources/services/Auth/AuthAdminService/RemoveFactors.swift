import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func removeFactors(
        _ request: RemoveFactorsRequest, context: CallContext
    ) async throws -> RemoveFactorsResponse {
        let user = try await change(
            request.user, by: .removeFactors, context, noting: ["user.has_factor": "false"],
            telling: .totpRemoved)
        return RemoveFactorsResponse(user: user)
    }
}
