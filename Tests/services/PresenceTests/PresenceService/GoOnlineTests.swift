import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.withEachLeaseEngine) struct GoOnlineTests {
    @Test func aLeaseThatSaysNothingElseLastsThirtySeconds() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let reply = try await anna.service.goOnline(
                GoOnlineRequest(deviceID: "phone"), options: anna.options)
            #expect(reply.leaseID != 0)
            #expect(reply.leaseMs == 30_000)
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test func leasesAreNeverNamedAlike() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            var leases: Set<UInt64> = []
            for _ in 0..<50 { leases.insert(try await anna.goOnline()) }
            #expect(leases.count == 50)
        }
    }

    // What the old connection of a device still says is ignored.
    @Test func aDeviceThatGoesOnlineAgainLosesItsOldLease() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let old = try await anna.goOnline()
            let new = try await anna.goOnline()
            try await anna.goOffline(old)
            #expect(try await anna.state(of: anna) == .online)
            let error = try await failure { try await anna.heartbeat(old) }
            #expect(error.is(.notFound, .leaseEnded))
            try await anna.heartbeat(new)
        }
    }

    @Test func everyBrokenRuleIsNamed() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let missing = try await failure { try await anna.goOnline("", lease: 4_999) }
            #expect(missing.is(.invalidArgument, .fieldMissing, .fieldMalformed))
            for name in ["a b", "ä", "a/b", String(repeating: "a", count: 65)] {
                let error = try await failure { try await anna.goOnline(name) }
                #expect(error.is(.invalidArgument, .fieldMalformed))
            }
            let tooLong = try await failure { try await anna.goOnline(lease: 300_001) }
            #expect(tooLong.is(.invalidArgument, .fieldMalformed))
            for lease: UInt32 in [5_000, 300_000] {
                try await anna.goOnline(String(repeating: "Z.-_9", count: 12), lease: lease)
            }
        }
    }

    @Test func aUserHasAtMostSixteenDevices() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            var last: UInt64 = 0
            for device in 1...16 { last = try await anna.goOnline("device-\(device)") }
            let error = try await failure { try await anna.goOnline("device-17") }
            #expect(error.is(.resourceExhausted, .tooManyDevices))
            last = try await anna.goOnline("device-16")
            try await berta.goOnline("device-17")
            try await anna.goOffline(last)
            try await anna.goOnline("device-17")
        }
    }
}
