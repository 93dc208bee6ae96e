import RollcallAPI
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@Suite(.onEachEngine) struct RestartTests {
    /// A device that comes back in time was never offline.
    @Test(arguments: [true, false])
    func devicesThatWereOnlineStillAre(endsInOrder: Bool) async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var leases: [(user: String, lease: UInt64)] = []
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: endsInOrder) {
            server in
            for device in ["phone", "laptop"] {
                let anna = try server.user()
                leases.append(
                    (
                        anna.id,
                        try await anna.goOnline(device, as: device == "laptop" ? .away : .online)
                    ))
            }
            await server.write()
        }
        clock.advance(20_000)
        try await withPresenceServer(in: folder, clock: clock) { [leases] server in
            let states = try await server.user().presence(of: leases.map(\.user)).map(\.state)
            #expect(states == [.online, .away])
            await server.tick(seconds: 10)
            for (user, lease) in leases { try await server.user(user).heartbeat(lease) }
            await server.tick(seconds: 25)
            for (user, lease) in leases { try await server.user(user).heartbeat(lease) }
        }
    }

    @Test func aDeviceThatDoesNotComeBackIsOfflineAfterItsLease() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, seen) = ("", Int64(0))
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            try await anna.goOnline(lease: 10_000)
            (id, seen) = (anna.id, clock.now())
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, seen] server in
            await server.tick(seconds: 12)
            let presence = try await server.user().presence(of: [id])
            #expect(presence == [Presence(userID: id, state: .offline, lastSeenAtMs: seen)])
        }
    }

    @Test func afterALongTimeNobodyIsOnline() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, lease) = ("", UInt64(0))
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            (id, lease) = (anna.id, try await anna.goOnline())
        }
        clock.advance(3_600_000)
        try await withPresenceServer(in: folder, clock: clock) { [id, lease] server in
            let anna = server.user(id)
            #expect(try await anna.state(of: anna) == .offline)
            let error = try await failure { try await anna.heartbeat(lease) }
            #expect(error.is(.notFound, .leaseEnded))
        }
    }

    @Test func aLeaseThatEndedBeforeIsNotHeldAgain() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var (id, old, new) = ("", UInt64(0), UInt64(0))
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            id = anna.id
            old = try await anna.goOnline()
            await server.write()
            new = try await anna.goOnline()
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, old, new] server in
            let anna = server.user(id)
            let error = try await failure { try await anna.heartbeat(old) }
            #expect(error.is(.notFound, .leaseEnded))
            try await anna.goOffline(new)
            #expect(try await anna.state(of: anna) == .offline)
        }
    }
}
