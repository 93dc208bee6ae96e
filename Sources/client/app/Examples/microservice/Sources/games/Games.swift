import GamesAPI
import RollcallAPI
import RollcallRPC

/// Answers the RPCs of `GamesService`.
struct Games: GamesService {
    static let mostNames = 20

    let profile: ProfileServiceClient
    let presence: PresenceServiceClient

    func findPlayers(
        _ request: FindPlayersRequest, context: CallContext
    ) async throws -> FindPlayersResponse {
        guard request.displayNames.count <= Self.mostNames else {
            throw RPCError(.invalidArgument, "at most \(Self.mostNames) names can be asked for")
        }
        guard !request.displayNames.isEmpty else { return FindPlayersResponse() }
        let options = try context.onwardAsCaller()
        let users = request.displayNames.map { UserKey(key: .displayName($0)) }
        let profiles = try await profile.batchGetProfiles(
            BatchGetProfilesRequest(users: users), options: options
        ).profiles
        let presences = try await presence.getPresence(
            GetPresenceRequest(userIDs: profiles.map(\.userID)), options: options
        ).presences
        let online = Set(presences.filter { $0.state == .online }.map(\.userID))
        return FindPlayersResponse(
            players: profiles.filter { online.contains($0.userID) }
                .map { Player(userID: $0.userID, displayName: $0.displayName) })
    }
}

extension CallContext {
    /// Options for a call on behalf of the user who calls: with their token, so that blocks and
    /// limits hold as if they had called themselves, and within the time that is left.
    fileprivate func onwardAsCaller() throws -> CallOptions {
        var options = onward(timeout: .seconds(2))
        // The server has verified it, as the RPC is for users.
        try options.metadata.add("authorization", text: metadata[text: "authorization"] ?? "")
        return options
    }
}
