import RollcallAPI
import RollcallRPC

extension ProfilePeerHandler {
    package func resolveDisplayName(
        _ request: ResolveDisplayNameRequest, context: CallContext
    ) async throws -> ResolveDisplayNameResponse {
        // A name that breaks the rules is looked up like any other: the time that an answer takes
        // must not tell one kind of name from another.
        let user = try await store.user(named: DisplayName(request.displayName))
        return ResolveDisplayNameResponse(userID: user.description)
    }
}
