import RollcallAPI
import RollcallClient
import RollcallRPC

/// Which of some people are online now.
func whoIsOnline(_ names: [String], _ rollcall: RollcallSession) async throws -> [String] {
    var namesByID: [String: String] = [:]
    for name in names {
        let answer = try await rollcall.profile.getProfile(.init(user: .name(name)))
        if let profile = answer.profile { namesByID[profile.userID] = profile.displayName }
    }
    let request = GetPresenceRequest(userIDs: Array(namesByID.keys))
    let answer = try await rollcall.presence.getPresence(
        request, options: CallOptions(timeout: .seconds(2)))
    return answer.presences.filter { $0.state == .online }.compactMap { namesByID[$0.userID] }
}
