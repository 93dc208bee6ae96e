import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func getUser(
        _ request: GetUserRequest, context: CallContext
    ) async throws -> GetUserResponse {
        let id = try await userID(request.user, context)
        let user = try await store.user(id: id, at: sessionClock).orThrow(.userNotFound)
        return GetUserResponse(user: await summaries(of: [user], context).first)
    }
}
