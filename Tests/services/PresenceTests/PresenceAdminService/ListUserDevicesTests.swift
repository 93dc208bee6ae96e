import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct ListUserDevicesTests {
    @Test func theDevicesAreThoseThatTheUserSeesAlsoTheInvisibleOnes() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            try await anna.goOnline("phone", as: .away)
            server.clock.advance(10)
            try await anna.goOnline("laptop", as: .invisible)
            try await berta.goOnline()
            let (own, clara) = (try await anna.devices(), try server.user())
            #expect(try await server.devices(of: anna) == own)
            #expect(own.count == 2)
            #expect(try await server.devices(of: clara).isEmpty)
        }
    }

    @Test func whatIsNoUserIsRefusedAndSoAreUsersAndServices() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for id in ["", "x"] {
                let error = try await failure {
                    _ = try await server.admin.listUserDevices(
                        ListUserDevicesRequest(user: .id(id)), options: server.asAdmin)
                }
                #expect(error.code == .invalidArgument)
            }
            for options in [try anna.options, try server.asService] {
                let error = try await failure {
                    _ = try await server.admin.listUserDevices(
                        ListUserDevicesRequest(user: .id(anna.id)), options: options)
                }
                #expect(error.code == .permissionDenied)
            }
        }
    }
}
