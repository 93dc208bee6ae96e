import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        let viewer = try Viewer(context)
        switch try ProfileKey(request: request.user) {
        case .id(let user):
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(of: user, for: viewer)
                        .message(for: viewer, links: links))
            }
        case .name(let name):
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(named: name, for: viewer)
                        .message(for: viewer, links: links))
            }
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
