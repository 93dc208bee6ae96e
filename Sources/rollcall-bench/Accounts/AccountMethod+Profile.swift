import RollcallAPI
import RollcallRPC

/// What users ask of Profile.
extension AccountMethod {
    /// The profile of any user, by the id.
    func getAnyProfile(
        _ user: String, _ session: SeededSession, by client: NetworkClient, _ options: CallOptions
    ) async throws {
        let request = RollcallAPI.GetProfileRequest(key: .userID(user))
        let answer = try await ProfileServiceClient(client).getProfile(
            request, options: session.authorized(options))
        try check(answer.profile?.userID == user)
    }

    /// Another name, that nobody has had.
    func rename(
        _ session: SeededSession, by client: NetworkClient, _ options: CallOptions
    ) async throws {
        let name = session.nextName()
        let answer = try await ProfileServiceClient(client).updateProfile(
            UpdateProfileRequest(displayName: name), options: session.authorized(options))
        try check(answer.profile?.displayName == name)
    }

    func checkDisplayName(
        _ session: SeededSession, by client: NetworkClient, _ options: CallOptions
    ) async throws {
        let answer = try await ProfileServiceClient(client).checkDisplayName(
            CheckDisplayNameRequest(displayName: session.displayName, maxSuggestions: 0),
            options: options)
        try check(!answer.available)
    }
}
