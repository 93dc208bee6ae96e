import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.withEachLeaseEngine) struct HeartbeatTests {
    // A device that falls silent is offline within a second of the end of its lease.
    @Test func aSilentDeviceIsOnlineForItsLeaseAndNotASecondLonger() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline(lease: 20_000)
            await server.tick(seconds: 19)
            #expect(try await anna.state(of: anna) == .online)
            await server.tick(seconds: 2)
            #expect(try await anna.state(of: anna) == .offline)
        }
    }

    @Test func aHeartbeatRenewsForTheWholeLength() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline(lease: 6_000)
            for _ in 0..<5 {
                await server.tick(seconds: 5)
                #expect(try await anna.heartbeat(lease) == 6_000)
            }
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test func aHeartbeatThatIsTooLateBringsNothingBack() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline(lease: 5_000)
            await server.tick(seconds: 6)
            for _ in 0..<2 {
                let error = try await failure { try await anna.heartbeat(lease) }
                #expect(error.is(.notFound, .leaseEnded))
            }
            #expect(try await anna.state(of: anna) == .offline)
            #expect(try await anna.goOnline() != lease)
        }
    }

    @Test func aLeaseIsItsOwnersAlone() async throws {
        try await withPresenceServer { server in
            let (anna, eve) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let heartbeat = try await failure { try await eve.heartbeat(lease) }
            #expect(heartbeat.is(.notFound, .leaseEnded))
            let away = try await failure { try await eve.setState(lease, .away) }
            #expect(away.is(.notFound, .leaseEnded))
            try await eve.goOffline(lease)
            #expect(try await eve.state(of: anna) == .online)
            let unknown = try await failure { try await eve.heartbeat(0) }
            #expect(unknown == heartbeat)
        }
    }

    // A19: nobody could be heard while the process stood still.
    @Test func aProcessThatStoodStillEndsNoLease() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline(lease: 10_000)
            await server.tick(seconds: 3)
            server.clock.advance(31_000)
            await server.scan()
            #expect(try await anna.state(of: anna) == .online)
            await server.tick(seconds: 6)
            #expect(try await anna.state(of: anna) == .online)
            await server.tick(seconds: 2)
            #expect(try await anna.state(of: anna) == .offline)
        }
    }

    @Test func aLeaseTakenAfterAStandstillIsAsLongAsAnyOther() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let old = try await anna.goOnline(lease: 5_000)
            server.clock.advance(60_000)
            try await berta.goOnline(lease: 10_000)
            try await anna.heartbeat(old)
            await server.tick(seconds: 6)
            #expect(try await anna.state(of: anna) == .offline)
            #expect(try await anna.state(of: berta) == .online)
            await server.tick(seconds: 5)
            #expect(try await anna.state(of: berta) == .offline)
        }
    }

    // A18: the wall clock has no say in leases.
    @Test func aWallClockThatIsSetEndsNoLease() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline(lease: 5_000)
            var seen = try await anna.presence(of: anna).lastSeenAtMs
            for hours: Int64 in [1, -2, 5, -4] {
                server.clock.set(by: hours * 3_600_000)
                await server.tick(seconds: 4)
                try await anna.heartbeat(lease)
                let now = try await anna.presence(of: anna)
                #expect(now.state == .online)
                #expect(now.lastSeenAtMs >= seen)
                seen = now.lastSeenAtMs
            }
            await server.tick(seconds: 6)
            #expect(try await anna.state(of: anna) == .offline)
        }
    }
}
