import RollcallAPI
import Testing

@Suite(.withEachLeaseEngine) struct SetAwayTests {
    // A06
    @Test func othersSeeTheBestOfAllDevices() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.goOnline("phone")
            let laptop = try await anna.goOnline("laptop", away: true)
            #expect(try await berta.state(of: anna) == .online)
            try await anna.setAway(phone)
            #expect(try await berta.state(of: anna) == .away)
            try await anna.setAway(laptop, false)
            #expect(try await berta.state(of: anna) == .online)
            try await anna.goOffline(laptop)
            #expect(try await berta.state(of: anna) == .away)
            try await anna.goOffline(phone)
            #expect(try await berta.state(of: anna) == .offline)
        }
    }

    @Test func sayingSoRenewsTheLease() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.goOnline(lease: 5_000)
            await server.tick(seconds: 4)
            try await anna.setAway(phone)
            await server.tick(seconds: 4)
            #expect(try await anna.state(of: anna) == .away)
        }
    }
}
