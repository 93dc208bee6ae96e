import RollcallAPI
import RollcallRPC

extension AuthAdminHandler {
    package func getUser(
        _ request: GetUserRequest, context: CallContext
    ) async throws -> GetUserResponse {
        let user: UserOverview?
        switch request.key {
        case .userID(let id):
            user = try await store.user(id: userID(id), at: sessionClock)
        case .email(let text):
            guard let email = try? EmailAddress(text) else { throw RPCError.userNotFound }
            user = try await store.user(email: email, at: sessionClock)
        case .displayName(let name):
            let id = try await peers.names.owner(of: name, for: context).orThrow(.userNotFound)
            user = try await store.user(id: id, at: sessionClock)
        case nil:
            throw RPCError.missing("key", "say which account")
        }
        guard let user else { throw RPCError.userNotFound }
        return GetUserResponse(user: await summaries(of: [user], context).first)
    }
}
