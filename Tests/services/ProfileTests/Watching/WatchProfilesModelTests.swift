import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Profile

/// Random changes, blocks, visibilities and lost streams: when all is quiet, each watch has told
/// what BatchGetProfiles says.
@Suite(.serialized, .onEachEngine) struct WatchProfilesModelTests {
    private final class Watcher {
        let person: Person
        let users: [String]
        let fields: [ProfileField]
        var reader: WatchReader?
        /// What was told when a stream was lost: it may be gone on from again, later.
        var kept = WatchedView()

        init(_ person: Person, _ users: [String], _ fields: [ProfileField]) {
            (self.person, self.users, self.fields) = (person, users, fields)
        }

        func begin(from view: WatchedView) async throws {
            if let reader { kept = await reader.stop() }
            reader = try await WatchReader(person, users, fields, from: view)
        }

        /// What was told. A watch that has ended, as a user was hidden while texts were sent, goes
        /// on.
        func told() async throws -> WatchedView {
            if let reader, reader.hasEnded { try await begin(from: reader.current) }
            return reader?.current ?? WatchedView()
        }

        /// What BatchGetProfiles says.
        func truth() async throws -> WatchedView {
            let profiles = try await person.batch(users.map { .userID($0) }, fields).profiles
            let byID = Dictionary(uniqueKeysWithValues: profiles.map { ($0.userID, $0) })
            return WatchedView(
                profiles: byID, hidden: Set(users).subtracting(byID.keys), cursor: nil)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func whatAWatchHasToldIsWhatIsTrue(seed: UInt64) async throws {
        let unlimited = RateLimit(1_000_000, per: .seconds(60))
        try await withProfileServer(
            blobs: MemoryBlobs(),
            configure: {
                for name in ["profile-batch", "block", "profile-watch", "profile-update"] {
                    $0.limits["\(name).account"] = unlimited
                }
                ($0.uploadsPerHour, $0.changePoll) = (unlimited, .milliseconds(10))
            }
        ) { server in
            var random = TestNumbers(seed: seed)
            var people: [Person] = []
            for number in 0..<6 { people.append(try await server.user(named: "user\(number)")) }
            let ids = people.map(\.id) + [try server.ids.next().description]
            let fields: [[ProfileField]] = [[], [.bio], [.displayName], [.photo, .bio, .links]]
            let watchers = zip(people, fields).enumerated().map { number, watcher in
                Watcher(watcher.0, Array(ids.dropFirst(number / 2)), watcher.1)
            }
            for watcher in watchers { try await watcher.begin(from: WatchedView()) }
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 1...10, using: &random) {
                    server.clock.advance(1)
                    try await change(people, watchers, server, &random)
                }
                for watcher in watchers {
                    let truth = try await watcher.truth()
                    try await eventually { try await watcher.told() == truth }
                    // Nothing late makes it untrue again.
                    #expect(try await watcher.told() == truth)
                }
            }
            for watcher in watchers { _ = await watcher.reader?.stop() }
        }
    }

    private func change(
        _ people: [Person], _ watchers: [Watcher], _ server: ProfileServer,
        _ random: inout TestNumbers
    ) async throws {
        let number = Int.random(in: 0..<people.count, using: &random)
        let person = people[number]
        let other = people[(number + Int.random(in: 1..<6, using: &random)) % 6]
        let isYes = Bool.random(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: _ = try await person.rename(to: isYes ? "user\(number)" : "USER\(number)")
        case 1: try await person.update(.changing(bio: "\(random.next() % 3)"))
        case 2: _ = try await person.upload(TestPhoto.made(UInt8(random.next() % 3)))
        case 3: try await person.deletePhoto()
        case 4:
            let all: [RollcallAPI.Visibility] = [.onlyMe, .signedIn, .everyone]
            try await person.show(.photo, to: all.randomElement(using: &random) ?? .onlyMe)
        case 5: try await person.update(.changing(isFindable: isYes))
        case 6, 7: try await person.block(.userID(other.id))
        case 8, 9: try await person.unblock(.userID(other.id))
        default:
            let watcher = watchers[Int.random(in: 0..<watchers.count, using: &random)]
            let view = try #require(watcher.reader).current
            let start = [view, watcher.kept, WatchedView()].randomElement(using: &random)
            try await watcher.begin(from: start ?? view)
        }
    }
}
