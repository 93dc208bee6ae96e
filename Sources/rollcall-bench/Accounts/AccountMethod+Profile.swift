import RollcallAPI
import RollcallRPC

/// What users ask of Profile.
extension AccountMethod {
    /// The profile of any user, by the id.
    func getAnyProfile(
        _ user: String, _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let request = RollcallAPI.GetProfileRequest(key: .userID(user))
        let answer = try await ProfileServiceClient(client).getProfile(
            request, options: session.authorized(options))
        try check(answer.profile?.userID == user)
    }

    func batchGet(
        _ users: SeededUsers?, _ session: SeededSession, by client: LoadClient,
        _ options: CallOptions
    ) async throws {
        let ids = Set((0..<100).map { _ in users?.random() ?? session.userID })
        let request = BatchGetProfilesRequest(users: ids.map { ProfileKey(key: .userID($0)) })
        let answer = try await ProfileServiceClient(client).batchGetProfiles(
            request, options: session.authorized(options))
        try check(answer.profiles.count == ids.count)
    }

    func suggestNames(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let answer = try await ProfileServiceClient(client).checkDisplayName(
            CheckDisplayNameRequest(displayName: session.displayName), options: options)
        try check(answer.suggestions.count == 5)
    }

    func search(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let prefix = String(session.displayName.prefix(5))
        let answer = try await ProfileServiceClient(client).searchProfiles(
            SearchProfilesRequest(prefix: prefix), options: session.authorized(options))
        try check(!answer.profiles.isEmpty)
    }

    /// Another name, that nobody has had.
    func rename(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let name = session.nextName()
        let answer = try await ProfileServiceClient(client).updateProfile(
            UpdateProfileRequest(displayName: name), options: session.authorized(options))
        try check(answer.profile?.displayName == name)
    }

    func checkDisplayName(
        _ session: SeededSession, by client: LoadClient, _ options: CallOptions
    ) async throws {
        let answer = try await ProfileServiceClient(client).checkDisplayName(
            CheckDisplayNameRequest(displayName: session.displayName, maxSuggestions: 0),
            options: options)
        try check(!answer.available)
    }
}
