import RollcallAPI
import RollcallCrypto
import Testing

@testable import Auth

/// What is wrong between the services.
@Suite struct UserTracesTests {
    /// Sign-ups and deletions that are under way are no finding.
    @Test func whatIsUnderWayFitsTogether() throws {
        let user = try UUIDv7Generator(random: .system) { 1 }.next()
        let id = user.description
        let held = ProfileTrace(userID: id, state: .held)
        let complete = ProfileTrace(userID: id, state: .complete)
        let erased = ProfileTrace(userID: id, state: .erased)
        let seen = PresenceTrace(userID: id)
        let fitting: [(Standing, ProfileTrace?, PresenceTrace?)] = [
            (Standing(hasAccount: true), complete, nil),
            (Standing(hasAccount: true), complete, seen),
            (Standing(isSigningUp: true), held, nil),
            (Standing(isSigningUp: true, pending: [.releaseDisplayName]), held, nil),
            (Standing(hasAccount: true, pending: [.confirmDisplayName]), held, nil),
            (Standing(wasDeleted: true, pending: [.eraseProfile, .erasePresence]), complete, seen),
            (Standing(wasDeleted: true), erased, PresenceTrace(userID: id, isErased: true)),
            (Standing(), nil, nil),
        ]
        for (standing, profile, presence) in fitting {
            let traces = UserTraces(user: user, profile: profile, presence: presence)
            #expect(traces.findings(standing) == [], "\(standing)")
        }
        let wrong: [(Standing, ProfileTrace?, PresenceTrace?, [FindingKind])] = [
            (Standing(hasAccount: true), nil, nil, [.profileMissing]),
            // The name was held before there was an account: it is gone.
            (
                Standing(hasAccount: true, pending: [.confirmDisplayName]), nil, nil,
                [.profileMissing]
            ),
            (Standing(hasAccount: true), held, nil, [.nameUnconfirmed]),
            (Standing(hasAccount: true), erased, nil, [.deletedElsewhere]),
            (
                Standing(hasAccount: true), erased, PresenceTrace(userID: id, isErased: true),
                [.deletedElsewhere]
            ),
            (Standing(), held, nil, [.nameWithoutAccount]),
            (Standing(), complete, seen, [.profileWithoutAccount, .presenceWithoutAccount]),
            (Standing(wasDeleted: true), complete, nil, [.profileWithoutAccount]),
        ]
        for (standing, profile, presence, kinds) in wrong {
            let traces = UserTraces(user: user, profile: profile, presence: presence)
            #expect(traces.findings(standing) == kinds, "\(standing)")
        }
    }
}
