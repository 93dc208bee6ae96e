import RollcallAPI
import TestSupport
import Testing

@Suite(.withEachLeaseEngine) struct LastSeenTests {
    @Test func itSurvivesARestart() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, seen) = ("", Int64(0))
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            try await anna.goOffline(anna.goOnline())
            (id, seen) = (anna.id, server.clock.now())
            await server.tick(seconds: 100)
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, seen] server in
            let presence = try await server.user().presence(of: [id])
            #expect(presence == [Presence(userID: id, state: .offline, lastSeenAtMs: seen)])
        }
    }

    // The machine loses its power: nothing is said at the end.
    @Test func afterACrashItIsRightWithinALease() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, seen) = ("", Int64(0))
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            let anna = try server.user()
            let lease = try await anna.goOnline(lease: 9_000)
            for _ in 0..<20 {
                await server.tick(seconds: 3)
                try await anna.heartbeat(lease)
                await server.write()
            }
            (id, seen) = (anna.id, server.clock.now())
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, seen] server in
            await server.scan()
            let presence = try await server.user().presence(of: [id])
            let lost = seen - (presence.first?.lastSeenAtMs ?? 0)
            #expect((0...11_000).contains(lost))
        }
    }

    @Test func itNeverGoesBackThoughTheClockDoes() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, seen) = ("", Int64(0))
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            try await anna.goOffline(anna.goOnline())
            (id, seen) = (anna.id, server.clock.now())
        }
        clock.set(by: -3_600_000)
        for _ in 0..<2 {
            try await withPresenceServer(in: folder, clock: clock) { [id, seen] server in
                let anna = server.user(id)
                #expect(try await anna.presence(of: anna).lastSeenAtMs == seen)
                try await anna.goOffline(anna.goOnline())
                #expect(try await anna.presence(of: anna).lastSeenAtMs == seen)
            }
        }
    }
}
