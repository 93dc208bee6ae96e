import RollcallAPI
import TestServers
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct ListDevicesTests {
    @Test func aUserSeesTheDevicesThatAreOnlineInTheOrderInWhichTheyCame() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.goOnline("phone", as: .away)
            server.clock.advance(10)
            let laptop = try await anna.attach("laptop")
            try await server.user().goOnline("phone")
            let devices = try await anna.devices()
            #expect(devices.map(\.leaseID) == [phone, laptop.lease])
            #expect(devices.map(\.state) == [.away, .online])
            #expect(devices.map(\.isAttached) == [false, true])
            #expect(devices.map(\.sessionID) == [anna.session, anna.session])
            #expect(devices.map(\.onlineAtMs) == [server.clock.now() - 10, server.clock.now()])
            // printf phone | sha256sum
            #expect(devices[0].deviceDigest == 0x4556_9da5_7f4b_7bf4)
        }
    }

    @Test func nobodySeesTheDevicesOfOthersOrWithoutAToken() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            try await anna.goOnline()
            #expect(try await berta.devices().isEmpty)
            let error = try await failure {
                _ = try await server.service.listDevices(ListDevicesRequest())
            }
            #expect(error.code == .unauthenticated)
        }
    }
}
