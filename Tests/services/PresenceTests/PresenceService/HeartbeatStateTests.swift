import RollcallAPI
import TestServers
import TestSupport
import Testing

@Suite(.withEachLeaseEngine) struct HeartbeatStateTests {
    // A06
    @Test func othersSeeTheBestOfAllDevices() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.goOnline("phone")
            let laptop = try await anna.goOnline("laptop", as: .away)
            #expect(try await berta.state(of: anna) == .online)
            try await anna.setState(phone, .away)
            #expect(try await berta.state(of: anna) == .away)
            try await anna.setState(laptop, .online)
            #expect(try await berta.state(of: anna) == .online)
            try await anna.goOffline(laptop)
            #expect(try await berta.state(of: anna) == .away)
            try await anna.goOffline(phone)
            #expect(try await berta.state(of: anna) == .offline)
        }
    }

    @Test func anInvisibleDeviceStaysInvisibleUntilItSaysThatItIsVisible() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let before = try await berta.presence(of: anna)
            let phone = try await anna.goOnline("phone", as: .invisible)
            let laptop = try await anna.attach("laptop", as: .invisible)
            for lease in [phone, laptop.lease] {
                try await anna.heartbeat(lease)
                try await anna.heartbeat(lease, idle: 0)
                try await anna.heartbeat(lease, idle: 400_000)
                try await anna.setState(lease, .unspecified)
            }
            #expect(try await berta.presence(of: anna) == before)
            #expect(try await anna.devices().map(\.state) == [.invisible, .invisible])
            try await anna.setState(phone, .away)
            #expect(try await berta.presence(of: anna) == before)
            try await laptop.say(AttachRequest(state: .away))
            try await eventually { try await berta.state(of: anna) == .away }
        }
    }

    @Test(arguments: [DeviceState.offline, .unrecognized(9)])
    func aStateThatIsNoneOfADeviceThatIsOnlineIsRefused(state: DeviceState) async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            let beating = try await failure { try await anna.setState(lease, state) }
            #expect(beating.is(.invalidArgument, .fieldMalformed))
            let coming = try await failure { try await anna.goOnline("laptop", as: state) }
            #expect(coming.is(.invalidArgument, .fieldMalformed))
            #expect(try await anna.devices().map(\.state) == [.online])
        }
    }

    @Test func oneHeartbeatCanChangeTheStateTheIdleTimeAndTheStatus() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let request = HeartbeatRequest(
                leaseID: lease, idleMs: 400_000, state: .online, status: Status(text: "here"))
            _ = try await anna.service.heartbeat(request, options: anna.options)
            let seen = try await berta.presence(of: anna)
            #expect(seen.state == .away && seen.status?.text == "here")
        }
    }

    @Test func sayingSoRenewsTheLease() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.goOnline(lease: 5_000)
            await server.tick(seconds: 4)
            try await anna.setState(phone, .away)
            await server.tick(seconds: 4)
            #expect(try await anna.state(of: anna) == .away)
        }
    }
}
