import RollcallAPI
import TestSupport
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

    @Test(arguments: [false, true])
    func anInvisibleDeviceStaysInvisible(isAway: Bool) async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let before = try await berta.presence(of: anna)
            let phone = try await anna.goOnline("phone", away: true, invisible: true)
            let laptop = try await anna.attach("laptop", as: .invisible)
            for lease in [phone, laptop.lease] { try await anna.setAway(lease, isAway) }
            #expect(try await berta.presence(of: anna) == before)
            #expect(try await anna.devices().map(\.state) == [.invisible, .invisible])
            // Until both say that they are visible.
            try await anna.goOnline("phone", away: true)
            try await laptop.say(AttachRequest(state: .away))
            try await eventually { try await berta.state(of: anna) == .away }
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
