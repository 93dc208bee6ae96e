import RollcallAPI
import RollcallCrypto

/// What the services have of one user. Absent is what a service has nothing of.
struct UserTraces: Sendable, Equatable {
    let user: UUIDv7
    var profile: ProfileTrace?
    var presence: PresenceTrace?

    /// What does not fit together, given what Auth knows of the user.
    func findings(_ standing: Standing) -> [FindingKind] {
        let profile = profileFinding(standing)
        let presence = presenceFinding(standing)
        return [profile, presence == profile ? nil : presence].compactMap(\.self)
    }

    private func profileFinding(_ standing: Standing) -> FindingKind? {
        switch (profile?.state, standing.hasAccount) {
        // Also before Profile was told of a sign-up: the name is held before there is an account.
        case (nil, true):
            return standing.pending.contains(.makeProfile) ? nil : .profileMissing
        case (.erased, true): return .deletedElsewhere
        case (.held, true):
            return standing.pending.contains(.confirmDisplayName) ? nil : .nameUnconfirmed
        case (.held, false), (.complete, false):
            guard !standing.isSigningUp,
                standing.pending.isDisjoint(with: [.eraseProfile, .eraseProfileAndName])
            else { return nil }
            return profile?.state == .held ? .nameWithoutAccount : .profileWithoutAccount
        default: return nil
        }
    }

    private func presenceFinding(_ standing: Standing) -> FindingKind? {
        guard let presence, presence.isErased == standing.hasAccount else { return nil }
        guard !presence.isErased else { return .deletedElsewhere }
        let isUnderWay = standing.isSigningUp || standing.pending.contains(.erasePresence)
        return isUnderWay ? nil : .presenceWithoutAccount
    }
}
