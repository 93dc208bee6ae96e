import AccessTokens
import RollcallAPI
import RollcallRPC

extension ProfileHandler {
    package func getProfile(
        _ request: GetProfileRequest, context: CallContext
    ) async throws -> GetProfileResponse {
        let viewer = try Viewer(context)
        let fields = try ProfileFields(request: request.fields, orElse: .all)
        let key = try ProfileKey(request: request.user)
        let profile = try await confirmingOwnName(context) {
            switch key {
            case .id(let user): try await store.profile(of: user, for: viewer)
            case .name(let name): try await store.profile(named: name, for: viewer)
            }
        }
        return GetProfileResponse(
            profile: profile.message(for: viewer, links: links).reduced(to: fields))
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
