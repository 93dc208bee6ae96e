import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.onEachEngine, .withEachLeaseEngine) struct SetPresenceFrozenTests {
    @Test func nobodySeesWhoIsFrozenUntilTheyAreSoNoMore() async throws {
        let (folder, clock) = (try TemporaryDirectory(), TestClock())
        var id = ""
        try await withPresenceServer(in: folder, clock: clock) { server in
            let (anna, berta) = try (server.user(), server.user())
            id = anna.id
            let lease = try await anna.goOnline()
            await server.write()
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(watch.state(of: anna) == .online)
            for _ in 0..<2 { try await server.setFrozen(anna.id, true) }
            try await watch.read()
            #expect(watch.presences[anna.id] == Presence(userID: anna.id, state: .offline))
            let hidden = Presence(userID: anna.id, state: .offline)
            #expect(try await berta.presence(of: anna) == hidden)
            let beating = try await failure { try await anna.heartbeat(lease) }
            #expect(beating.is(.notFound, .leaseEnded))
            let coming = try await failure { try await anna.goOnline() }
            // The token is good: to refresh it would change nothing.
            #expect(coming.code == .unavailable && coming.reasons == [])
            #expect(coming.trailers[text: "retry-pushback-ms"] == "30000")
        }
        try await withPresenceServer(in: folder, clock: clock) { [id] server in
            let (anna, berta) = try (server.user(id), server.user())
            #expect(try await berta.presence(of: anna).lastSeenMs == 0)
            #expect(try await failure { try await anna.goOnline() }.code == .unavailable)
            for _ in 0..<2 { try await server.setFrozen(anna.id, false) }
            #expect(try await berta.presence(of: anna).lastSeenMs == clock.now())
            try await anna.goOnline()
            #expect(try await berta.state(of: anna) == .online)
        }
    }

    @Test func whoWasNeverHereIsNotFrozen() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            for isFrozen in [true, false, true] { try await server.setFrozen(anna.id, isFrozen) }
            try await anna.goOnline()
            #expect(try await anna.state(of: anna) == .online)
        }
    }

    @Test func aStrayThatWasErasedMayComeBack() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline()
            await server.write()
            try await server.setFrozen(anna.id, true)
            _ = try await server.service.erasePresence(
                ErasePresenceRequest(userID: anna.id, isStray: true), options: server.asService)
            #expect(try await server.list(ListPresencesRequest()).presences == [])
            #expect(try await anna.presence(of: anna).lastSeenMs == 0)
            try await anna.goOnline()
            await server.write()
            let listed = try await server.list(ListPresencesRequest()).presences
            #expect(listed == [PresenceTrace(userID: anna.id)])
        }
    }
}
