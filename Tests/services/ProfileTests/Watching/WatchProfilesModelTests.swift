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
        var reader: WatchReader?
        /// What was told when a stream was lost: it may be gone on from again, later.
        var kept = WatchedView()

        init(_ person: Person, _ users: [String]) {
            (self.person, self.users) = (person, users)
        }

        func begin(from view: WatchedView) async throws {
            if let reader { kept = await reader.stop() }
            reader = try await WatchReader(person, users, from: view)
        }

        /// What BatchGetProfiles says.
        func truth() async throws -> WatchedView {
            let profiles = try await person.batch(users.map { .userID($0) }).profiles
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
            let watchers = people.prefix(4).enumerated().map { number, person in
                Watcher(person, Array(ids.dropFirst(number / 2)))
            }
            for watcher in watchers { try await watcher.begin(from: WatchedView()) }
            for _ in 0..<12 {
                for _ in 0..<Int.random(in: 1...10, using: &random) {
                    server.clock.advance(1)
                    try await change(people, watchers, server, &random)
                }
                for watcher in watchers {
                    let reader = try #require(watcher.reader)
                    let truth = try await watcher.truth()
                    try await eventually { reader.current == truth }
                    // Nothing late makes it untrue again.
                    #expect(reader.current == truth)
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
        case 1: try await person.update(UpdateProfileRequest(bio: "\(random.next() % 3)"))
        case 2: _ = try await person.upload(TestPhoto.made(UInt8(random.next() % 3)))
        case 3: try await person.deletePhoto()
        case 4:
            let all: [RollcallAPI.Visibility] = [.onlyMe, .signedIn, .everyone]
            try await person.show(.photo, to: all.randomElement(using: &random) ?? .onlyMe)
        case 5: try await person.update(UpdateProfileRequest(isFindable: isYes))
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
