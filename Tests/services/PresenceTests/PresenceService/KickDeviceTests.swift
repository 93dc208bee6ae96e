import RollcallAPI
import TestServers
import Testing

@testable import Presence

/// The devices of a user, as the user sees them.
@Suite(.withEachLeaseEngine) struct KickDeviceTests {
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
