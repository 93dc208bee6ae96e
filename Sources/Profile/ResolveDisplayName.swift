import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func resolveDisplayName(
        _ request: ResolveDisplayNameRequest, context: CallContext
    ) async throws -> ResolveDisplayNameResponse {
        // A name that breaks the rules is looked up as well: the time that an answer takes must not
        // say which of the two it was.
        let user = try await store.user(named: DisplayName(request.displayName))
        return ResolveDisplayNameResponse(userID: user.description)
    }
}
