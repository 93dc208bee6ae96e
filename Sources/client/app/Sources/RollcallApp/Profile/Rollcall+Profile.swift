/// The own profile.
extension Rollcall {
    var ownProfile: OwnProfile { OwnProfile(keeper: keeper, profile: profile) }

    public func checkDisplayName(_ name: String) async throws(RollcallError) -> DisplayNameVerdict {
        let answer = try await profile.checkDisplayName(CheckDisplayNameRequest(displayName: name))
        let own = state.user?.displayName ?? ""
        return DisplayNameVerdict(
            answer,
            isOwn: answer.isAvailable && !own.isEmpty && own.lowercased() == name.lowercased())
    }

    @discardableResult
    public func updateProfile(_ change: ProfileChange) async throws(RollcallError) -> User {
        var user = try await keeper.user()
        let answer: UpdateProfileResponse
        do throws(RollcallError) {
            answer = try await profile.updateProfile(UpdateProfileRequest(change))
        } catch {
            // The state is out of date: the user's next attempt shall not be.
            if error.reasons.contains(.revisionMismatch) { try? await ownProfile.read() }
            throw error
        }
        do throws(RollcallError) {
            return try await ownProfile.note(answer.profile, of: user.id)
        } catch {
            // A full disk changes nothing at the service: the state follows with the next reading.
            guard error.origin == .store, let profile = answer.profile else { throw error }
            user.profile = profile.withoutURLs
            return user
        }
    }
}
