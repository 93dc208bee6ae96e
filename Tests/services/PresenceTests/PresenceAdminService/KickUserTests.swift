import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct KickUserTests {
    @Test func anAdministratorSeesAndKicksTheDevicesOfAUser() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach("phone")
            let laptop = try await anna.goOnline("laptop")
            _ = try await anna.attach("tablet", as: .invisible)
            #expect(try await server.devices(of: anna).count == 3)
            #expect(try await server.kick(anna, laptop) == 1)
            #expect(try await server.kick(anna, laptop) == 0)
            #expect(try await server.kick(anna) == 2)
            #expect(try await phone.failure().is(.permissionDenied, .deviceKicked))
            #expect(try await server.devices(of: anna).isEmpty)
        }
    }

    @Test func aUserWithoutDevicesIsNoErrorAndWhatIsNoUserIs() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            try await berta.goOnline()
            #expect(try await server.kick(anna) == 0)
            #expect(try await server.devices(of: berta).count == 1)
            for id in ["", "x"] {
                let error = try await failure {
                    _ = try await server.admin.kickUser(
                        KickUserRequest(user: .id(id)), options: server.asAdmin)
                }
                #expect(error.code == .invalidArgument)
            }
            let keys = [
                ("user", UserKey()), ("user.user_id", .id("x")), ("user.email", .email("a@b.c")),
                ("user.display_name", .name("anna")),
            ]
            for (path, key) in keys {
                let error = try await failure {
                    _ = try await server.admin.kickUser(
                        KickUserRequest(user: key), options: server.asAdmin)
                }
                #expect(error.detail(ErrorInfo.self)?.violations.map(\.field) == [path])
            }
            let user = try await failure {
                _ = try await server.admin.kickUser(
                    KickUserRequest(user: .id(berta.id)), options: berta.options)
            }
            #expect(user.code == .permissionDenied)
        }
    }
}
