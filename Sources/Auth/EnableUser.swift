import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func enableUser(
        _ request: EnableUserRequest, context: CallContext
    ) async throws -> EnableUserResponse {
        let user = try await changeUser(
            request.userID, context, noting: ["user.is_disabled": "false"]
        ) { db, id, _ in
            try db.enable(id)
        }
        return EnableUserResponse(user: user)
    }
}
