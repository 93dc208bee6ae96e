import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        let viewer = try Viewer(context)
        let key: UserKey
        switch request.key {
        case .userID(let text): key = .id(try UUIDv7(request: text))
        // Nobody has a name that breaks the rules.
        case .displayName(let text): key = .name(try DisplayName(text).orThrow(.profileNotFound))
        case nil: throw RPCError.missing("key", "a profile is read by user id or by display name")
        }
        return try await confirmingOwnName(context) {
            GetProfileResponse(
                profile: try await store.profile(key, for: viewer)
                    .message(for: viewer, links: links))
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
