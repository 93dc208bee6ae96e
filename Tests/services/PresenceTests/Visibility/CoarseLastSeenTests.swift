import RollcallAPI
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct CoarseLastSeenTests {
    @Test func itSaysByWholeDaysWhenAUserWasHere() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.show(.coarse)
            try await anna.goOffline(anna.goOnline())
            #expect(try await berta.presence(of: anna).lastSeenBucket == .unspecified)
            var buckets: [LastSeenBucket] = []
            for _ in 1...32 {
                await server.pass(days: 1)
                let presence = try await berta.presence(of: anna)
                #expect(presence.state == .offline && presence.lastSeenAtMs == 0)
                buckets.append(presence.lastSeenBucket)
            }
            let expected: [(LastSeenBucket, Int)] = [
                (.recently, 3), (.thisWeek, 4), (.thisMonth, 23), (.longAgo, 2),
            ]
            #expect(buckets == expected.flatMap { Array(repeating: $0, count: $1) })
        }
    }

    /// Otherwise a watcher who asks often would learn the hour.
    @Test func comingChangesNothingUntilTheDayIsOver() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            var berta = try server.user()
            berta.tokenEnd += 86_400 * 30
            try await anna.goOffline(anna.goOnline())
            try await anna.show(.coarse)
            await server.pass(days: 5)
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(watch.presences[anna.id]?.lastSeenBucket == .thisWeek)
            let lease = try await anna.goOnline()
            for _ in 0..<3 {
                await server.tick(seconds: 5)
                try await anna.heartbeat(lease)
                #expect(try await berta.presence(of: anna).lastSeenBucket == .thisWeek)
            }
            try await anna.goOffline(lease)
            #expect(try await berta.presence(of: anna).lastSeenBucket == .thisWeek)
            await server.pass(days: 1)
            try await watch.read()
            let change = Presence(userID: anna.id, state: .offline, lastSeenBucket: .recently)
            #expect(watch.changeLists == [[change]])
        }
    }

    @Test func watchesHearOnlyOfThoseForWhomTheDayMakesADifference() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            var clara = try server.user()
            clara.tokenEnd += 86_400 * 30
            for person in [anna, berta] {
                try await person.show(.coarse)
                try await person.goOffline(person.goOnline())
                await server.pass(days: 2)
            }
            // It is four days since Anna was here, and two since Berta was.
            let watch = try await clara.watch([anna, berta])
            try await watch.read()
            #expect(watch.presences[anna.id]?.lastSeenBucket == .thisWeek)
            for days in [1, 1] {
                #expect(watch.presences[berta.id]?.lastSeenBucket == .recently)
                await server.pass(days: days)
            }
            try await watch.read()
            #expect(watch.changeLists.map { $0.map(\.userID) } == [[berta.id]])
            #expect(watch.presences[berta.id]?.lastSeenBucket == .thisWeek)
        }
    }

    /// A caller who asks after the restart would otherwise learn that the user was here on this
    /// day.
    @Test(arguments: [true, false])
    func aRestartChangesNothing(endsInOrder: Bool) async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var id = ""
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: endsInOrder) {
            server in
            let anna = try server.user()
            id = anna.id
            try await anna.show(.coarse)
            let lease = try await anna.goOnline(lease: 300_000)
            await server.write()
            // The lease is held over the night; the journal hears of the day that is over.
            for _ in 0..<2 {
                await server.pass(days: 1)
                try await anna.heartbeat(lease)
            }
            await server.write()
            #expect(try await server.user().presence(of: anna).lastSeenBucket == .recently)
        }
        clock.advance(60_000)
        try await withPresenceServer(in: folder, clock: clock) { [id] server in
            let viewer = try server.user()
            let anna = server.user(id)
            #expect(try await viewer.presence(of: anna).lastSeenBucket == .recently)
            try await anna.goOnline()
            #expect(try await viewer.presence(of: anna).lastSeenBucket == .recently)
        }
    }

    @Test func aClockThatIsSetBackMakesNoDayOver() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.show(.coarse)
            try await anna.goOffline(anna.goOnline())
            server.clock.set(by: -86_400_000)
            await server.scan()
            #expect(try await berta.presence(of: anna).lastSeenBucket == .unspecified)
            try await anna.goOnline()
            #expect(try await berta.presence(of: anna).lastSeenBucket == .unspecified)
        }
    }
}
