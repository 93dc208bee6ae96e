import RollcallAPI
import RollcallRPC
import TestServers
import Testing

@Suite(.withEachLeaseEngine) struct GetPresenceTests {
    @Test func whomNobodyHasHeardOfIsOfflineAndWasNeverSeen() async throws {
        try await withPresenceServer { server in
            let (anna, nobody) = (try server.user(), try server.user())
            #expect(
                try await anna.presence(of: nobody)
                    == Presence(userID: nobody.id, state: .offline, lastSeenAtMs: 0))
        }
    }

    @Test func eachIsAnsweredOnceInTheOrderOfTheRequest() async throws {
        try await withPresenceServer { server in
            let users = try (0..<5).map { _ in try server.user().id }
            let asked = users + [users[2].uppercased(), users[0]]
            let answer = try await server.user().presence(of: asked)
            #expect(answer.map(\.userID) == users)
            #expect(try await server.user().presence(of: [String]()).isEmpty)
        }
    }

    @Test func aThousandUsersAreTheLimitAfterDoublesAreGone() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let users = try (0..<1001).map { _ in try server.user().id }
            let doubled = users.prefix(1000) + users.prefix(200)
            #expect(try await anna.presence(of: Array(doubled)).count == 1000)
            for users in [users, users + ["none"]] {
                let error = try await failure { _ = try await anna.presence(of: users) }
                #expect(error.is(.invalidArgument, .tooMany))
            }
        }
    }

    @Test func whatIsNoUserIDIsRefused() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let version4 = "6f1c2d3e-0000-4000-8000-000000000000"
            for text in ["", "anna", version4, "{\(anna.id)}", anna.id + " "] {
                let error = try await failure { _ = try await anna.presence(of: [anna.id, text]) }
                #expect(error.is(.invalidArgument, .fieldMalformed))
                let fields = error.detail(ErrorInfo.self)?.violations.map(\.field)
                #expect(fields == ["user_ids[1]"])
            }
        }
    }

    @Test func lastSeenIsTheLastThatADeviceSaid() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            let lease = try await anna.goOnline(lease: 6_000)
            await server.tick(seconds: 4)
            try await anna.heartbeat(lease)
            let heard = server.clock.now()
            await server.tick(seconds: 30)
            let presence = try await anna.presence(of: anna)
            #expect(presence.state == .offline)
            #expect(presence.lastSeenAtMs == heard)
        }
    }
}
