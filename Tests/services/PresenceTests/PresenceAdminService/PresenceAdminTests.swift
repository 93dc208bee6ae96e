import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct PresenceAdminTests {
    @Test func theCountsSayHowMuchThereIs() async throws {
        try await withPresenceServer { server in
            let people = try (0..<5).map { _ in try server.user() }
            let phone = try await people[0].attach("phone")
            try await people[0].goOnline("laptop", away: true)
            try await people[1].goOnline("phone", away: true)
            try await people[2].goOnline("phone", invisible: true)
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
            for away in [false, false, true] { try await server.user().goOnline(away: away) }
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

    @Test func anInstanceThatDrainsSendsItsClientsAwayUntilItTakesThemAgain() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let phone = try await anna.attach(lease: 5_000)
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(try await server.drain(true, over: 60_000) == 2)
            #expect(try await phone.failure().is(.unavailable))
            #expect(try await watch.end().is(.unavailable))
            let refused = try await anna.refusal(of: AttachRequest(deviceID: "phone"))
            #expect(refused.is(.unavailable))
            #expect(refused.trailers[text: "retry-pushback-ms"] != nil)
            #expect(try await berta.watch([anna]).end().is(.unavailable))
            // The device comes back when it was told to: nobody sees that it was away.
            try await eventually { try await anna.devices().first?.isAttached == false }
            #expect(try await berta.state(of: anna) == .online)
            #expect(try await server.drain(false) == 0)
            _ = try await anna.attach()
            try await berta.watch([anna]).read()
        }
    }

    /// Otherwise a balancer would send them back to it.
    @Test func theHealthHearsOfADrainBeforeAnyClientIsSentAway() async throws {
        let hub = Mutex<PresenceHub?>(nil)
        let heard = Mutex<[Bool]>([])
        try await withPresenceServer(onDraining: { isDraining in
            let takesStreams = (try? hub.withLock { $0 }?.checkTakesStreams()) != nil
            heard.withLock { $0 += [isDraining, takesStreams] }
        }) { server in
            hub.withLock { $0 = server.runtime.hub }
            _ = try await server.drain(true)
            #expect(heard.withLock { $0 } == [true, true])
            _ = try await server.drain(false)
            #expect(heard.withLock { $0.count } == 4)
        }
    }

    @Test func theLeaseOfAClientThatIsSentAwayLastsBeyondItsPause() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let phone = try await anna.attach(lease: 5_000)
            _ = try await server.drain(true, over: 600_000)
            let error = try await phone.failure()
            let text = try #require(error.trailers[text: "retry-pushback-ms"])
            let pause = try #require(Int(text))
            try await eventually { try await anna.devices().first?.isAttached == false }
            await server.tick(seconds: pause / 1000 + 4)
            #expect(try await anna.state(of: anna) == .online)
            await server.tick(seconds: 4)
            #expect(try await anna.state(of: anna) == .offline)
        }
    }

    @Test func aSpreadOfMoreThanTenMinutesIsRefused() async throws {
        try await withPresenceServer { server in
            let error = try await failure { _ = try await server.drain(true, over: 600_001) }
            #expect(error.is(.invalidArgument, .fieldMalformed))
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

extension PresenceServer {
    fileprivate var admin: PresenceAdminServiceClient { PresenceAdminServiceClient(connection) }

    fileprivate var asAdmin: CallOptions {
        get throws {
            var metadata = Metadata()
            try metadata.add("caller", text: "operator")
            return CallOptions(metadata: metadata)
        }
    }

    fileprivate func devices(of user: Person) async throws -> [Device] {
        try await admin.listUserDevices(
            ListUserDevicesRequest(userID: user.id), options: asAdmin
        ).devices
    }

    fileprivate func kick(_ user: Person, _ lease: UInt64 = 0) async throws -> UInt32 {
        try await admin.kickUser(
            KickUserRequest(userID: user.id, leaseID: lease), options: asAdmin
        ).devices
    }

    fileprivate func drain(_ isDraining: Bool, over spread: UInt32 = 0) async throws -> UInt64 {
        try await admin.setPresenceDraining(
            SetPresenceDrainingRequest(isDraining: isDraining, spreadMs: spread), options: asAdmin
        ).streams
    }
}
