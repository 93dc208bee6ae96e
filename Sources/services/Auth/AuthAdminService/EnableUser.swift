import RollcallAPI
import RollcallRPC

extension UserHandler {
    func enableUser(
        _ request: EnableUserRequest, _ context: CallContext
    ) async throws -> EnableUserResponse {
        let user = try await change(
            request.userID, by: .enable, context, noting: ["user.is_disabled": "false"])
        return EnableUserResponse(user: user)
    }
}
