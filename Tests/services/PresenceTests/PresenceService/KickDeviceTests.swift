import RollcallAPI
import TestServers
import Testing

@testable import Presence

/// The devices of a user, as the user sees them.
@Suite(.withEachLeaseEngine) struct KickDeviceTests {
    @Test func aUserSeesTheDevicesThatAreOnlineInTheOrderInWhichTheyCame() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.goOnline("phone", away: true)
            server.clock.advance(10)
            let laptop = try await anna.attach("laptop")
            try await server.user().goOnline("phone")
            let devices = try await anna.devices()
            #expect(devices.map(\.leaseID) == [phone, laptop.lease])
            #expect(devices.map(\.state) == [.away, .online])
            #expect(devices.map(\.isAttached) == [false, true])
            #expect(devices.map(\.sessionID) == [anna.session, anna.session])
            #expect(devices.map(\.sinceMs) == [server.clock.now() - 10, server.clock.now()])
            // printf phone | sha256sum
            #expect(devices[0].deviceDigest == 0x4556_9da5_7f4b_7bf4)
        }
    }

    @Test func aDeviceThatIsKickedIsOfflineAndItsStreamEnds() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach()
            let laptop = try await anna.goOnline("laptop")
            try await anna.kick(phone.lease)
            #expect(try await phone.failure().is(.permissionDenied, .deviceKicked))
            #expect(try await anna.devices().map(\.leaseID) == [laptop])
            try await anna.kick(laptop)
            let error = try await failure { try await anna.heartbeat(laptop) }
            #expect(error.is(.notFound, .leaseEnded))
            #expect(try await berta.state(of: anna) == .offline)
        }
    }

    @Test func nobodyKicksTheDevicesOfOthers() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            for id in [lease, 0, .max] { try await berta.kick(id) }
            #expect(try await berta.state(of: anna) == .online)
            #expect(try await berta.devices().isEmpty)
        }
    }
}
