import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        let viewer = try Viewer(context)
        switch request.key {
        case .userID(let text):
            let user = try UUIDv7(request: text)
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(of: user, for: viewer)
                        .message(for: viewer, links: links))
            }
        case .displayName(let text):
            // Nobody has a name that breaks the rules.
            let name = try DisplayName(text).orThrow(.profileNotFound)
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(named: name, for: viewer)
                        .message(for: viewer, links: links))
            }
        case nil:
            throw RPCError.missing("key", "a profile is read by user id or by display name")
        }
    }
}

extension Viewer {
    /// Who calls an RPC whose rule is `user`, `owner` or `anyoneOrUser`.
    ///
    /// - Throws: `RPCError` (`unauthenticated`).
    init(_ context: CallContext) throws {
        self = try context.signedInUserID.map(Viewer.user) ?? .stranger
    }
}
