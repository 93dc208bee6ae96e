import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct GetPresenceCountsTests {
    @Test func theCountsSayHowMuchThereIs() async throws {
        try await withPresenceServer { server in
            let people = try (0..<5).map { _ in try server.user() }
            let phone = try await people[0].attach("phone")
            try await people[0].goOnline("laptop", as: .away)
            try await people[1].goOnline("phone", as: .away)
            try await people[2].goOnline("phone", as: .invisible)
            let watch = try await people[3].watch([people[0], people[4]])
            try await watch.read()
            let counts = try await server.admin.getPresenceCounts(
                GetPresenceCountsRequest(), options: server.asAdmin)
            #expect(counts.users == 4)
            #expect(counts.onlineUsers == 1)
            #expect(counts.awayUsers == 1)
            #expect(counts.leases == 4)
            #expect(counts.invisibleLeases == 1)
            #expect(counts.attached == 1)
            #expect(counts.watches == 1)
            #expect(counts.watchedUsers == 2)
            #expect(!counts.isDraining)
            phone.cut()
        }
    }

    @Test func devicesThatAreOnlineAfterARestartAreCounted() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        try await withPresenceServer(in: folder, clock: clock) { server in
            for state in [DeviceState.online, .online, .away] {
                try await server.user().goOnline(as: state)
            }
        }
        try await withPresenceServer(in: folder, clock: clock) { server in
            for (online, away) in [(UInt64(2), UInt64(1)), (0, 0)] {
                let counts = try await server.admin.getPresenceCounts(
                    GetPresenceCountsRequest(), options: server.asAdmin)
                #expect(counts.onlineUsers == online)
                #expect(counts.awayUsers == away)
                await server.tick(seconds: 40)
            }
        }
    }

    @Test func usersAndServicesAreRefused() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for options in [try anna.options, try server.asService] {
                let error = try await failure {
                    _ = try await server.admin.getPresenceCounts(
                        GetPresenceCountsRequest(), options: options)
                }
                #expect(error.code == .permissionDenied)
            }
        }
    }
}
