import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func enableUser(
        _ request: EnableUserRequest, context: CallContext
    ) async throws -> EnableUserResponse {
        let user = try await change(
            request.user, by: .enable, context, noting: ["user.is_disabled": "false"])
        return EnableUserResponse(user: user)
    }
}
