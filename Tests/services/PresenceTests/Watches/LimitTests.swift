import RollcallAPI
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite struct LimitTests {
    @Test func moreLeasesThanTheServiceHoldsAreOverload() async throws {
        var configuration = PresenceConfiguration()
        configuration.leases = 2
        try await withPresenceServer(configuration: configuration) { server in
            let anna = try server.user()
            try await anna.goOnline("phone")
            try await anna.goOnline("laptop")
            let berta = try server.user()
            let error = try await failure { try await berta.goOnline() }
            #expect(error.is(.unavailable, .overloaded))
            #expect(error.detail(ErrorInfo.self)?.retryAfterMs == 1000)
            // A device that comes again takes no more than it had.
            try await anna.goOffline(anna.goOnline("phone"))
            try await berta.goOnline()
        }
    }

    @Test func moreWatchedUsersThanTheServiceHoldsAreOverload() async throws {
        var configuration = PresenceConfiguration()
        configuration.watchedUsers = 10
        try await withPresenceServer(configuration: configuration) { server in
            let anna = try server.user()
            let users = try (0..<6).map { _ in try server.user() }
            let watch = try await anna.watch(users)
            try await watch.read()
            #expect(try await anna.watch(users).end().is(.unavailable, .overloaded))
            watch.cancel()
            try await eventually { (try? await anna.watch(users).read()) != nil }
        }
    }

    @Test func whomNobodyWatchesAnyMoreTakesNoMemory() async throws {
        try await withPresenceServer { server in
            let anna = try server.user()
            try await anna.goOnline()
            for _ in 0..<5 {
                let strangers = try (0..<100).map { _ in try server.user() }
                let (one, other) = (try await anna.watch(strangers), try await anna.watch([anna]))
                try await one.read()
                try await other.read()
                #expect(server.knownUsers == 101)
                one.cancel()
                other.cancel()
                try await eventually { server.knownUsers == 1 }
            }
        }
    }
}

extension PresenceServer {
    fileprivate var knownUsers: Int {
        runtime.hub.withRoster { roster, _ in roster.users.count }
    }
}
