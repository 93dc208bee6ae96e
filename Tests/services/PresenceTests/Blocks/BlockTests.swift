import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct BlockTests {
    @Test func whoHasBlockedWhomDoNotSeeEachOther() async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            for person in [anna, berta, clara] { try await person.goOnline() }
            try await server.block([berta], by: anna)
            let unknown = [anna, berta].map { Presence(userID: $0.id, state: .offline) }
            #expect(try await berta.presence(of: anna) == unknown[0])
            #expect(try await anna.presence(of: berta) == unknown[1])
            for (viewer, user) in [(anna, anna), (clara, anna), (clara, berta), (anna, clara)] {
                #expect(try await viewer.state(of: user) == .online)
            }
            try await server.block([], by: anna)
            #expect(try await berta.state(of: anna) == .online)
            #expect(try await anna.state(of: berta) == .online)
        }
    }

    @Test func aBlockOfTheOtherGoesOnWhenOnesOwnEnds() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOnline()
            try await server.block([berta], by: anna)
            try await server.block([anna], by: berta)
            try await server.block([], by: anna)
            #expect(try await berta.state(of: anna) == .offline)
            try await server.block([], by: berta)
            #expect(try await berta.state(of: anna) == .online)
        }
    }

    /// Not the first answer either that somebody gets who asks for a user whom nobody has heard of.
    @Test func aBlockedUserIsAnsweredAsOneWhomNobodyKnows() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOnline()
            try await server.block([berta], by: anna)
            let stranger = try server.user()
            var answers = try await berta.presence(of: [anna.id, stranger.id])
            for index in answers.indices { answers[index].userID = "" }
            #expect(answers[0] == answers[1])
        }
    }

    @Test func openWatchesOfBothAreToldAtOnceAndThoseOfOthersNothing() async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            for person in [anna, berta] { try await person.goOnline() }
            let watches = try await [berta.watch([anna]), anna.watch([berta])]
            let others = try await clara.watch([anna, berta])
            for watch in watches + [others] { try await watch.read() }
            try await server.block([berta], by: anna)
            try await watches[0].read(until: anna, is: .offline)
            #expect(watches[0].presences[anna.id]?.lastSeenAtMs == 0)
            try await watches[1].read(until: berta, is: .offline)
            #expect(watches[1].presences[berta.id]?.lastSeenAtMs == 0)

            try await server.block([], by: anna)
            try await watches[0].read(until: anna, is: .online)
            try await watches[1].read(until: berta, is: .online)
            #expect(watches[0].snapshots == 1 && watches[1].snapshots == 1)

            try await berta.goOnline(as: .away)
            try await others.read(until: berta, is: .away)
            #expect(others.changeLists.map { $0.map(\.userID) } == [[berta.id]])
        }
    }

    /// A09.
    @Test func whoIsBlockedWhileWatchingIsToldOnceAsOfAStrangerAndThenNothing() async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            let lease = try await anna.goOnline()
            let watch = try await berta.watch([anna, clara])
            try await watch.read()
            try await server.block([berta], by: anna)
            try await watch.read()
            for isAway in [true, false] { try await anna.setState(lease, isAway ? .away : .online) }
            try await anna.setStatus(lease, "here")
            try await anna.goOffline(lease)
            try await clara.goOnline()
            try await watch.read()
            let stranger = Presence(userID: anna.id, state: .offline)
            #expect(watch.changeLists.first == [stranger])
            #expect(watch.changeLists.dropFirst().map { $0.map(\.userID) } == [[clara.id]])
        }
    }

    /// That a message came, empty or not, would say when somebody comes and goes.
    @Test func aWatchHearsNothingOfWhatABlockedUserDoes() async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            try await server.block([berta], by: anna)
            let watch = try await berta.watch([anna, clara])
            try await watch.read()
            let lease = try await anna.goOnline()
            try await anna.setState(lease, .away)
            try await anna.goOffline(lease)
            try await clara.goOnline()
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[clara.id]])
        }
    }

    @Test(.tags(.localLeases)) func aWatchThatGoesOnFromACursorIsToldOfBlocksSince() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOnline()
            let watch = try await berta.watch([anna])
            try await watch.read()
            watch.cancel()
            try await server.block([berta], by: anna)
            let hidden = try await berta.watch([anna], from: watch.cursor)
            try await hidden.read(until: anna, is: .offline)
            hidden.cancel()
            try await server.block([], by: anna)
            let back = try await berta.watch([anna], from: hidden.cursor)
            try await back.read(until: anna, is: .online)
            #expect(hidden.snapshots == 0 && back.snapshots == 0)
        }
    }

    @Test func nobodyIsShownBeforeAllBlocksAreKnown() async throws {
        try await withPresenceServer(knowsBlocks: false) { server in
            let anna = try server.user()
            try await anna.goOnline()
            for part in [ProfileNews(replaces: true), ProfileNews()] {
                let reading = try await failure { _ = try await anna.presence(of: anna) }
                #expect(reading.is(.unavailable))
                #expect(reading.trailers[text: "retry-pushback-ms"] == "1000")
                let watching = try await failure { try await anna.watch([anna]).read() }
                #expect(watching.is(.unavailable))
                try await server.hear(part)
            }
            try await server.hear(ProfileNews(isCurrent: true))
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test(.tags(.localLeases)) func blocksOutliveARestartAndProfileNeedNotAnswer() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var ids: [String] = []
        try await withPresenceServer(in: folder, clock: clock) { server in
            let (anna, berta) = try (server.user(), server.user())
            ids = [anna.id, berta.id]
            try await anna.goOnline()
            try await server.block([berta], by: anna)
        }
        try await withPresenceServer(in: folder, clock: clock, knowsBlocks: false) {
            [ids] server in
            let (anna, berta) = (server.user(ids[0]), server.user(ids[1]))
            let states = try await [berta.state(of: anna), server.user().state(of: anna)]
            #expect(states == [.offline, .online])
        }
    }

    /// What was known before stands until the new copy is whole, also over a restart.
    @Test(.tags(.localLeases)) func aCopyThatBeginsAnewReplacesTheOneBeforeWhenItIsWhole()
        async throws
    {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var people: [String] = []
        try await withPresenceServer(in: folder, clock: clock) { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            people = [anna, berta, clara].map(\.id)
            for person in [anna, berta, clara] { try await person.goOnline() }
            try await server.block([clara], by: anna)
            try await server.block([clara], by: berta)
            let lists = [try server.list([clara], of: anna)]
            try await server.hear(ProfileNews(lists: lists, replaces: true))
            #expect(try await clara.state(of: berta) == .offline)
        }
        try await withPresenceServer(in: folder, clock: clock, knowsBlocks: false) {
            [people] server in
            let (anna, berta, clara) = (
                server.user(people[0]), server.user(people[1]), server.user(people[2])
            )
            #expect(try await clara.state(of: berta) == .offline)
            let lists = [try server.list([clara], of: anna)]
            try await server.hear(ProfileNews(lists: lists, replaces: true, isCurrent: true))
            #expect(try await clara.state(of: berta) == .online)
            #expect(try await clara.state(of: anna) == .offline)
            let stored = try await server.store.blocks()
            #expect(stored.lists == [try server.list([clara], of: anna)])
        }
    }

    /// A block that could not be written is written with later ones. No watch continues after a
    /// kill from what it was sent of that block.
    @Test(.tags(.localLeases)) func blocksCountAsWrittenOnlyWhenTheCopyIsCurrent() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var (people, cursor): ([String], PresenceCursor) = ([], PresenceCursor())
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            people = [anna, berta].map(\.id)
            try await anna.goOnline()
            let watch = try await berta.watch([anna])
            try await watch.read()
            let list = try server.list([berta], of: anna)
            server.runtime.hub.apply(ProfileNews(lists: [list], isCurrent: true))
            try await watch.read(until: anna, is: .offline)
            let others = try server.list([berta], of: clara)
            try await server.hear(ProfileNews(lists: [others], isCurrent: false))
            #expect(await server.write())
            cursor = watch.cursor
        }
        try await withPresenceServer(in: folder, clock: clock, knowsBlocks: false) {
            [people, cursor] server in
            let (anna, berta) = (server.user(people[0]), server.user(people[1]))
            let watch = try await berta.watch([anna], from: cursor)
            try await watch.read()
            #expect(watch.state(of: anna) == .online)
            #expect(watch.resets == 1)
        }
    }

    @Test(.tags(.localLeases)) func whoIsErasedIsInNoListAndComesIntoNone() async throws {
        try await withPresenceServer { server in
            let (anna, berta, clara) = try (server.user(), server.user(), server.user())
            try await server.block([berta, clara], by: anna)
            try await server.block([anna], by: clara)
            _ = try await server.erase(clara)
            let kept = [try server.list([berta], of: anna)]
            #expect(try await server.store.blocks().lists == kept)
            // Profile had told it before.
            try await server.block([berta, clara], by: anna)
            try await server.block([anna], by: clara)
            #expect(try await server.store.blocks().lists == kept)
        }
    }

    /// Users who are only in lists leave no trace when they are in none.
    @Test func aListThatIsEmptyAgainTakesNoPlace() async throws {
        try await withPresenceServer { server in
            let people = try (0..<50).map { _ in try server.user() }
            for person in people {
                try await server.block(people.filter { $0.id != person.id }, by: person)
            }
            #expect(server.knownUsers == 50)
            for person in people { try await server.block([], by: person) }
            #expect(server.knownUsers == 0)
        }
    }
}

extension PresenceServer {
    /// Profile tells that a user has blocked others, and nobody else.
    fileprivate func block(_ others: [Person], by user: Person) async throws {
        try await hear(ProfileNews(lists: [list(others, of: user)], isCurrent: true))
    }

    fileprivate func list(_ others: [Person], of user: Person) throws -> BlockList {
        BlockList(
            user: try #require(UUIDv7(user.id)),
            blocked: try others.map { try #require(UUIDv7($0.id)) })
    }

    fileprivate var knownUsers: Int {
        runtime.hub.withRoster { roster, _ in roster.users.count }
    }
}
