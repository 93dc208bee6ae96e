import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        let viewer = try Viewer(context)
        let fields = try ProfileFields(request: request.fields, orElse: .all)
        switch try ProfileKey(request: request.user) {
        case .id(let user):
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(of: user, for: viewer)
                        .message(for: viewer, links: links).reduced(to: fields))
            }
        case .name(let name):
            return try await confirmingOwnName(context) {
                GetProfileResponse(
                    profile: try await store.profile(named: name, for: viewer)
                        .message(for: viewer, links: links).reduced(to: fields))
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
