/// Other users.
extension Rollcall {
    /// The most users that a search finds.
    private static let mostFound: UInt32 = 100
    private static let blocksPerPage: UInt32 = 500
    /// The most users that a user can have blocked.
    private static let mostBlocked = 10_000

    public func user(_ id: String) async throws(RollcallError) -> User {
        guard let user = try await users([id]).first else {
            var violation = Violation()
            (violation.reason, violation.field) = (.profileNotFound, "user")
            throw RollcallError(.notFound, "there is no such user", violations: [violation])
        }
        return user
    }

    public func users(_ ids: [String]) async throws(RollcallError) -> [User] {
        let viewer = try await keeper.user()
        // Services name users in lower case, `UUID.uuidString` in upper case.
        let ids = ids.map { $0.lowercased() }
        let found: [String: User]
        do throws(RollcallError) {
            found = try await withPresence(try await profiles(ids), for: viewer).byID
        } catch {
            found = await cache.users(ids)
            guard error.isAboutConnection, !found.isEmpty else { throw error }
        }
        var listed: Set<String> = []
        return ids.compactMap { listed.insert($0).inserted ? found[$0] : nil }
    }

    public func searchUsers(prefix: String) async throws(RollcallError) -> [User] {
        let viewer = try await keeper.user()
        let answer = try await profile.searchProfiles(
            SearchProfilesRequest(
                prefix: prefix, pageSize: Self.mostFound, fields: ProfileField.all))
        return try await withPresence(answer.profiles, for: viewer)
    }

    public func block(_ id: String) async throws(RollcallError) {
        _ = try await profile.blockUser(BlockUserRequest(user: UserKey(key: .userID(id))))
        if let viewer = state.user?.id { await cache.keep([], without: [id], for: viewer) }
    }

    public func unblock(_ id: String) async throws(RollcallError) {
        _ = try await profile.unblockUser(UnblockUserRequest(user: UserKey(key: .userID(id))))
    }

    public func blockedUsers() async throws(RollcallError) -> [User] {
        var (users, token) = ([User](), "")
        repeat {
            let page = try await profile.listBlockedUsers(
                ListBlockedUsersRequest(pageSize: Self.blocksPerPage, pageToken: token))
            users += page.users.map { user in
                var profile = Profile()
                (profile.userID, profile.displayName) = (user.userID, user.displayName)
                return User(id: user.userID, profile: profile)
            }
            token = page.users.isEmpty ? "" : page.nextPageToken
        } while !token.isEmpty && users.count < Self.mostBlocked
        return users
    }

    public func report(
        _ id: String, reason: ReportReason, note: String
    ) async throws(RollcallError) {
        _ = try await profile.reportProfile(
            ReportProfileRequest(user: UserKey(key: .userID(id)), reason: reason, note: note))
    }

    /// - Returns: the profiles of those who exist.
    private func profiles(_ ids: [String]) async throws(RollcallError) -> [Profile] {
        var profiles: [Profile] = []
        var rest = ids.map { UserKey(key: .userID($0)) }
        while !rest.isEmpty {
            let answer = try await profile.batchGetProfiles(
                BatchGetProfilesRequest(users: rest, fields: ProfileField.all))
            guard answer.left.count < rest.count else {
                throw .malformed("the server leaves all users out")
            }
            profiles += answer.profiles
            rest = answer.left
        }
        return profiles
    }

    /// Adds who is here. Without Presence the users are shown without it.
    private func withPresence(
        _ profiles: [Profile], for viewer: User
    ) async throws(RollcallError) -> [User] {
        let ids = profiles.map(\.userID)
        let known = await cache.users(ids)
        guard !ids.isEmpty else { return [] }
        let answer = try? await presence.getPresence(GetPresenceRequest(userIDs: ids))
        guard !Task.isCancelled else { throw .canceled }
        let presences = Dictionary(
            (answer?.presences ?? []).map { ($0.userID, $0) }, uniquingKeysWith: { $1 })
        let users = profiles.map { profile in
            let presence = presences[profile.userID] ?? known[profile.userID]?.presence
            return User(
                id: profile.userID, profile: profile.withoutURLs, presence: presence ?? Presence())
        }
        await cache.keep(users, for: viewer.id)
        return users
    }
}

extension [User] {
    var byID: [String: User] { Dictionary(map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }
}

extension ProfileField {
    /// All that a `User` has.
    static let all: [ProfileField] = [
        .displayName, .photo, .bio, .pronouns, .location, .links,
    ]
}
