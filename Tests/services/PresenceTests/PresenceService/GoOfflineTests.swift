import RollcallAPI
import Testing

@Suite(.withEachLeaseEngine) struct GoOfflineTests {
    // A watcher is told at once, not by the next scan.
    @Test func watchersAreToldAtOnce() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let watch = try await berta.watch([anna])
            try await watch.read()
            server.clock.advance(700)
            let start = ContinuousClock.now
            try await anna.goOffline(lease)
            try await watch.read(until: anna, is: .offline)
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(watch.presences[anna.id]?.lastSeenAtMs == server.clock.now())
        }
    }

    @Test func aLeaseThatHasEndedIsNoError() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            for id in [lease, lease, 0, .max] { try await anna.goOffline(id) }
            #expect(try await anna.state(of: anna) == .offline)
        }
    }

    @Test func whoHasAnotherDeviceStaysOnline() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            try await anna.goOnline("phone", lease: 5_000)
            let laptop = try await anna.goOnline("laptop", lease: 60_000)
            let watch = try await berta.watch([anna])
            try await watch.read()
            await server.tick(seconds: 10)
            #expect(try await berta.state(of: anna) == .online)
            try await anna.goOffline(laptop)
            try await watch.read()
            #expect(watch.changeLists.count == 1)
            #expect(watch.state(of: anna) == .offline)
        }
    }
}
