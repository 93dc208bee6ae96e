/// Keeps the own profile in the state.
struct OwnProfile: Sendable {
    let keeper: SessionKeeper
    let profile: ProfileServiceClient

    /// Reads it once for each session, as soon as that can be done.
    func run() async {
        await keeper.forEachSession { _ in
            var pauses = Pauses(longest: .seconds(60))
            while !Task.isCancelled, (try? await read()) == nil { await pauses.wait() }
        }
    }

    func read() async throws(RollcallError) {
        // The session may be known a moment before the state says who is signed in.
        let user = try await keeper.user()
        let key = UserKey(key: .userID(user.id))
        let answer = try await profile.getProfile(GetProfileRequest(user: key))
        try await note(answer.profile, of: user.id)
    }

    /// - Parameter id: who was signed in when it was asked for. If that is not so any more, nothing
    ///   changes.
    /// - Returns: the user as the state has it then.
    @discardableResult
    func note(_ profile: Profile?, of id: String) async throws(RollcallError) -> User {
        guard let profile, profile.userID == id else {
            throw .malformed("the server left out the profile")
        }
        guard let user = try await keeper.changeUser(id, { $0.profile = profile.withoutURLs })
        else { throw .notSignedIn }
        return user
    }
}
