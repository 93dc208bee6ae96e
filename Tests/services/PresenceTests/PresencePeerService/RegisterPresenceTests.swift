import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct RegisterPresenceTests {
    /// Also after the power was lost.
    @Test func aUserWhoHasSignedUpWasSeenThen() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var (id, time) = ("", clock.now() - 3000)
        try await withPresenceServer(in: folder, clock: clock, endsInOrder: false) { server in
            let anna = try server.user()
            id = anna.id
            for _ in 0..<2 { try await server.register(anna, at: time) }
            #expect(
                try await server.user().presence(of: anna)
                    == Presence(userID: id, state: .offline, lastSeenAtMs: time))
        }
        try await withPresenceServer(in: folder, clock: clock) { [id, time] server in
            let traces = try await server.list(ListPresencesRequest()).presences
            #expect(traces == [PresenceTrace(userID: id)])
            let presence = try await server.user().presence(of: [id])
            #expect(presence.map(\.lastSeenAtMs) == [time])
        }
    }

    @Test func whoWatchesTheUserIsTold() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(watch.presences[anna.id]?.lastSeenAtMs == 0)
            try await server.register(anna, at: server.clock.now())
            try await watch.read()
            #expect(watch.presences[anna.id]?.lastSeenAtMs == server.clock.now())
        }
    }

    /// Auth's outbox may be late, or say it again.
    @Test func whatIsKnownOfAUserStands() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = try (server.user(), server.user())
            try await anna.goOnline()
            let seen = server.clock.now()
            server.clock.advance(5000)
            try await server.register(anna, at: server.clock.now())
            #expect(
                try await berta.presence(of: anna)
                    == Presence(userID: anna.id, state: .online, lastSeenAtMs: seen))
        }
    }

    @Test func aClockThatIsAheadMakesNobodySeenInTheFuture() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await server.register(anna, at: server.clock.now() + 3_600_000)
            #expect(try await anna.presence(of: anna).lastSeenAtMs == server.clock.now())
        }
    }

    @Test func whoWasErasedMeanwhileStaysErased() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            _ = try await server.erase(anna)
            try await server.register(anna, at: server.clock.now())
            #expect(try await anna.presence(of: anna).lastSeenAtMs == 0)
            #expect(try await server.store.journal().lastSeen == [])
        }
    }

    @Test func onlyAuthMayRegisterAndOnlyWholeRequestsCount() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let request = RegisterPresenceRequest(userID: anna.id, signedUpAtMs: 1)
            for options in try [anna.options, server.options(ofService: "games")] {
                let error = try await failure {
                    _ = try await server.peers.registerPresence(request, options: options)
                }
                #expect(error.code == .permissionDenied)
            }
            let broken: [(String, Int64, Reason)] = [
                ("", 1, .fieldMissing), ("anna", 1, .fieldMalformed),
                (anna.id, 0, .fieldMissing), (anna.id, -1, .fieldMalformed),
            ]
            for (id, time, reason) in broken {
                let error = try await failure {
                    _ = try await server.peers.registerPresence(
                        RegisterPresenceRequest(userID: id, signedUpAtMs: time),
                        options: server.asService)
                }
                #expect(error.is(.invalidArgument, reason))
            }
        }
    }
}

extension PresenceServer {
    fileprivate func register(_ user: Person, at time: Int64) async throws {
        _ = try await peers.registerPresence(
            RegisterPresenceRequest(userID: user.id, signedUpAtMs: time), options: asService)
    }
}
