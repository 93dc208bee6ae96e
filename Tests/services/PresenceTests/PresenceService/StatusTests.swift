import RollcallAPI
import RollcallCrypto
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct StatusTests {
    @Test func othersSeeTheStatusWhileTheUserIsHere() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let watch = try await berta.watch([anna])
            try await watch.read()
            try await anna.setStatus(lease, "Caf\u{65}\u{301}")
            try await watch.read()
            #expect(watch.presences[anna.id]?.status == Status(text: "Caf\u{E9}"))
            try await anna.setState(lease, .away)
            try await watch.read(until: anna, is: .away)
            #expect(watch.presences[anna.id]?.status == Status(text: "Caf\u{E9}"))
            try await anna.goOffline(lease)
            try await watch.read(until: anna, is: .offline)
            #expect(watch.presences[anna.id]?.status == nil)
            try await anna.goOnline()
            try await watch.read(until: anna, is: .online)
            #expect(watch.presences[anna.id]?.status?.text == "Caf\u{E9}")
        }
    }

    @Test func aStatusEndsWhenItsTimeIsOver() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline("phone", lease: 300_000)
            let end = server.clock.now() + 60_000
            try await anna.setStatus(lease, "at lunch", until: end)
            let watch = try await berta.watch([anna])
            try await watch.read()
            #expect(watch.presences[anna.id]?.status == Status(text: "at lunch", endsAtMs: end))
            server.clock.advance(59_500)
            await server.scan()
            #expect(try await berta.presence(of: anna).status != nil)
            server.clock.advance(500)
            await server.scan()
            try await watch.read()
            #expect(watch.presences[anna.id]?.status == nil)
            #expect(watch.state(of: anna) == .online)
        }
    }

    @Test func anEmptyTextRemovesTheStatusAndSoDoesOneThatHasEnded() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            for end in [0, server.clock.now() - 1] {
                try await anna.setStatus(lease, "here")
                #expect(try await anna.presence(of: anna).status != nil)
                try await anna.setStatus(lease, end == 0 ? "" : "gone", until: end)
                #expect(try await anna.presence(of: anna).status == nil)
            }
        }
    }

    @Test func aStatusThatStaysTheSameWakesNobody() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            try await anna.setStatus(lease, "here")
            let watch = try await berta.watch([anna])
            try await watch.read()
            for _ in 0..<5 { try await anna.setStatus(lease, "here") }
            try await anna.goOffline(lease)
            try await watch.read(until: anna, is: .offline)
            #expect(watch.changeLists.count == 1, "\(watch.changeLists)")
        }
    }

    @Test(arguments: [
        Status(text: String(repeating: "a", count: 101)), Status(text: "two\nlines"),
        Status(text: "\u{202E}txt"), Status(text: "\u{2066}open"), Status(text: "a\u{7}b"),
        Status(text: "a", endsAtMs: -1), Status(text: "a", endsAtMs: .max),
    ])
    func aTextThatBreaksARuleIsRefused(status: Status) async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            let request = HeartbeatRequest(leaseID: lease, status: status)
            let error = try await failure {
                _ = try await anna.service.heartbeat(request, options: anna.options)
            }
            #expect(error.is(.invalidArgument, .fieldMalformed))
            #expect(try await anna.presence(of: anna).status == nil)
        }
    }

    @Test func aHeartbeatWithoutAStatusLeavesIt() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline()
            try await anna.setStatus(lease, "here")
            try await anna.heartbeat(lease, idle: 0)
            try await anna.setState(lease, .away)
            #expect(try await anna.presence(of: anna).status?.text == "here")
        }
    }

    @Test func aDeviceThatIsNotOnlineSetsNothing() async throws {
        try await withPresenceServer { server in
            let (anna, berta) = (try server.user(), try server.user())
            let lease = try await anna.goOnline()
            let error = try await failure { try await berta.setStatus(lease, "mine") }
            #expect(error.is(.notFound, .leaseEnded))
        }
    }

    @Test(arguments: [true, false])
    func aStatusSurvivesARestartUntilItIsRemovedOrErased(isErased: Bool) async throws {
        let folder = try TemporaryDirectory()
        let clock = TestClock()
        var id = ""
        try await withPresenceServer(in: folder, clock: clock) { server in
            let anna = try server.user()
            id = anna.id
            try await anna.setStatus(try await anna.goOnline(), "here")
        }
        try await withPresenceServer(in: folder, clock: clock) { [id] server in
            let anna = server.user(id)
            #expect(try await anna.presence(of: anna).status == Status(text: "here"))
            if isErased {
                _ = try await server.erase(anna)
            } else {
                try await anna.setStatus(try await anna.goOnline(), "")
            }
        }
        try await withPresenceServer(in: folder, clock: clock) { [id] server in
            let stored = try await server.store.journal()
            #expect(stored.statuses.isEmpty)
            let user = try #require(UUIDv7(id))
            #expect(server.runtime.hub.withRoster { roster, _ in roster.status(of: user) } == nil)
        }
    }

    @Test func moreStatusesThanTheServiceHoldsAreOverload() async throws {
        var configuration = PresenceConfiguration()
        configuration.statuses = 1
        try await withPresenceServer(configuration: configuration) { server in
            let (anna, berta) = (try server.user(), try server.user())
            let (one, other) = (try await anna.goOnline(), try await berta.goOnline())
            try await anna.setStatus(one, "one")
            try await anna.setStatus(one, "another")
            let error = try await failure { try await berta.setStatus(other, "mine") }
            #expect(error.is(.unavailable, .overloaded))
            try await anna.setStatus(one, "")
            try await berta.setStatus(other, "mine")
        }
    }
}
