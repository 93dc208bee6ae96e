import RollcallAPI
import RollcallCrypto
import Testing

@testable import Auth

/// What is wrong between the services, and what is done about it.
@Suite struct RemedyTests {
    private static let kinds: [FindingKind] = [
        .profileMissing, .nameUnconfirmed, .deletedElsewhere, .profileWithoutAccount,
        .nameWithoutAccount, .presenceWithoutAccount, .profileFrozen, .presenceFrozen,
    ]

    /// By itself Auth takes nothing away, as the copy that was restored may be the wrong one.
    @Test func byItselfOnlyWhatIsMissingIsAdded() {
        for kind in Self.kinds {
            for wasDeleted in [false, true] {
                let remedy = Remedy(kind, wasDeleted: wasDeleted, within: .additions)
                switch remedy {
                case nil, .restoreProfile, .confirmName, .freezeProfile(false),
                    .freezePresence(false):
                    break
                default: Issue.record("\(kind): \(String(describing: remedy))")
                }
            }
        }
    }

    @Test func aCheckFreezesWhatHasNoAccountAndErasesItOnlyIfThatWasDecided() {
        for kind in Self.kinds {
            let remedy = Remedy(kind, wasDeleted: false, within: .precautions)
            switch remedy {
            case nil, .freezeProfile, .freezePresence: break
            default: Issue.record("\(kind): \(String(describing: remedy))")
            }
        }
        for extent in [Remedy.Extent.precautions, .everything] {
            let profile = Remedy(.profileWithoutAccount, wasDeleted: true, within: extent)
            #expect(profile == .eraseProfile(isStray: false))
            let name = Remedy(.nameWithoutAccount, wasDeleted: true, within: extent)
            #expect(name == .eraseProfile(isStray: false))
            let presence = Remedy(.presenceWithoutAccount, wasDeleted: true, within: extent)
            #expect(presence == .erasePresence(isStray: false))
        }
        let stray = Remedy(.profileWithoutAccount, wasDeleted: false, within: .everything)
        #expect(stray == .eraseProfile(isStray: true))
        let held = Remedy(.nameWithoutAccount, wasDeleted: false, within: .everything)
        #expect(held == .releaseName)
    }

    @Test func everythingCanBeMended() {
        for kind in Self.kinds {
            let remedy = Remedy(kind, wasDeleted: false, within: .everything)
            #expect(remedy?.outcome == .mended, "\(kind)")
        }
    }

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
