import RollcallAPI
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct ErasePresenceTests {
    @Test func watchersSeeAnErasedUserOfflineAndNeverSeen() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            for device in ["phone", "laptop"] { try await anna.goOnline(device) }
            let watch = try await berta.watch([anna, berta])
            try await watch.read()
            #expect(watch.state(of: anna) == .online)
            let erasedAt = try await server.erase(anna)
            #expect(erasedAt == server.clock.now())
            try await watch.read()
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
            #expect(
                try await berta.presence(of: anna) == Presence(userID: anna.id, state: .offline))
        }
    }

    @Test func watchersOfSomebodyOfflineAreToldToo() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOffline(anna.goOnline())
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(watch.presences[anna.id]?.lastSeenAtMs == server.clock.now())
            _ = try await server.erase(anna)
            try await watch.read()
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
        }
    }

    @Test func nothingThatComesLateBringsAUserBack() async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var ids: [String] = []
        try await withPresenceServer(in: folder, clock: clock) { server in
            let (anna, berta) = try (server.user(), server.user())
            ids = [anna.id, berta.id]
            let lease = try await anna.goOnline()
            try await berta.goOnline()
            // Taken out before, written afterwards.
            let batch = server.takeBatch()
            _ = try await server.erase(anna)
            try await server.record(batch)
            let beating = try await failure { try await anna.heartbeat(lease) }
            #expect(beating.is(.notFound, .leaseEnded))
            let coming = try await failure { try await anna.goOnline() }
            #expect(coming.is(.unauthenticated, .accessTokenInvalid))
            try await anna.goOffline(lease)
            await server.write()
        }
        for _ in 0..<2 {
            try await withPresenceServer(in: folder, clock: clock) { [ids] server in
                let states = try await server.user().presence(of: ids)
                #expect(states.map(\.state) == [.offline, .online])
                #expect(states.map(\.lastSeenAtMs) == [0, clock.now()])
                let coming = try await failure { try await server.user(ids[0]).goOnline() }
                #expect(coming.is(.unauthenticated, .accessTokenInvalid))
            }
        }
    }

    /// What could not be written is put back, and a user may be erased meanwhile.
    @Test func whatIsPutBackOfAnErasedUserHoldsNobodyUp() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            let watch = try await berta.watch([anna])
            try await watch.read()
            try await anna.goOffline(anna.goOnline())
            let batch = try #require(server.takeBatch())
            _ = try await server.erase(anna)
            server.putBack(batch)
            try await berta.goOnline()
            #expect(await server.write())
        }
    }

    @Test func erasingAgainAnswersTheSame() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let erasedAt = try await server.erase(anna)
            server.clock.advance(1000)
            #expect(try await server.erase(anna) == erasedAt)
        }
    }

    @Test func onlyAuthMayEraseAndExport() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline()
            let others = try ["games", "local"].map { try server.options(ofService: $0) }
            for options in try [anna.options] + others {
                let erasing = try await failure {
                    _ = try await server.peers.erasePresence(
                        ErasePresenceRequest(userID: anna.id), options: options)
                }
                let exporting = try await failure {
                    _ = try await server.peers.exportPresence(
                        ExportPresenceRequest(userID: anna.id), options: options)
                }
                #expect([erasing.code, exporting.code] == [.permissionDenied, .permissionDenied])
            }
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test func anIdThatIsNoneIsRefused() async throws {
        try await withPresenceServer { server in
            for (id, reason) in [("", Reason.fieldMissing), ("../anna", .fieldMalformed)] {
                let error = try await failure {
                    _ = try await server.peers.erasePresence(
                        ErasePresenceRequest(userID: id), options: server.asService)
                }
                #expect(error.is(.invalidArgument, reason))
            }
        }
    }
}
