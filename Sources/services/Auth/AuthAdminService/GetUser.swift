import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func getUser(
        _ request: GetUserRequest, context: CallContext
    ) async throws -> GetUserResponse {
        let id = try await userID(request.user, context)
        let user = try await store.user(id: id, at: sessionClock).orThrow(.userNotFound)
        var summary = await summaries(of: [user], context)[0]
        summary.otherEmails = try await store.addresses(of: id).filter { !$0.isPrimary }
            .map(\.text)
        return GetUserResponse(user: summary)
    }
}
