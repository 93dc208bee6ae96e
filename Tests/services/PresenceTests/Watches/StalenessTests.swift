import RollcallAPI
import TestPostgreSQL
import TestSupport
import Testing

@testable import Presence

@Suite struct StalenessTests {
    @Test func afterARestartAWatchIsStaleUntilTheLastDeviceWasHeard() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var leases: [(user: String, lease: UInt64)] = []
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            for _ in 0..<3 {
                let user = try server.user()
                leases.append((user.id, try await user.goOnline()))
            }
            let watch = try await server.user().watch([leases[0].user])
            try await watch.read()
            #expect(watch.staleSince == 0)
            await server.write()
        }
        let stopped = clock.now()
        clock.advance(10_000)
        try await withPresenceServer(in: folder, clock: clock) { [leases] server in
            let watch = try await server.user().watch(leases.map(\.user))
            try await watch.read()
            #expect(watch.staleSince == stopped)
            #expect(watch.presences.values.allSatisfy { $0.state == .online })
            try await server.user(leases[0].user).heartbeat(leases[0].lease)
            try await server.user(leases[1].user).goOffline(leases[1].lease)
            try await watch.read(until: server.user(leases[1].user), is: .offline)
            #expect(watch.staleSince == stopped)
            try await server.user(leases[2].user).goOnline()
            while watch.staleSince != 0 { try await watch.read() }
        }
    }

    /// It ends when the leases do, at the latest.
    @Test func itEndsWithTheLongestOfTheLeases() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        try await withPresenceServer(in: folder, clock: clock) { server in
            try await server.user().goOnline(lease: 5_000)
            try await server.user().goOnline(lease: 20_000)
        }
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            let watch = try await anna.watch([anna])
            try await watch.read()
            #expect(watch.staleSince != 0)
            await server.tick(seconds: 10)
            #expect(
                server.runtime.hub.withRoster { roster, _ in roster.watches.staleness.since } != 0)
            await server.tick(seconds: 11)
            try await watch.read()
            #expect(watch.staleSince == 0)
            #expect(watch.changeLists == [[]])
        }
    }

    @Test func theOldestReasonIsTheOneThatIsSaid() {
        var staleness = Staleness()
        let first = staleness.set(.restoredLeases, since: 7)
        #expect(first && staleness.since == 7)
        let same = staleness.set(.restoredLeases, since: 7)
        #expect(!same)
        let last = staleness.set(.restoredLeases, since: nil)
        #expect(last && staleness.since == 0)
        // A time that nobody knows is one nevertheless.
        let unknown = staleness.set(.restoredLeases, since: 0)
        #expect(unknown && staleness.since == 1)
    }
}
