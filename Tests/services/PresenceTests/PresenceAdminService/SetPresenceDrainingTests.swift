import RollcallAPI
import RollcallRPC
import Synchronization
import TestServers
import TestSupport
import Testing

@testable import Presence

@Suite(.withEachLeaseEngine) struct SetPresenceDrainingTests {
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
            for options in [try server.user().options, try server.asService] {
                let error = try await failure {
                    _ = try await server.admin.setPresenceDraining(
                        SetPresenceDrainingRequest(isDraining: true), options: options)
                }
                #expect(error.code == .permissionDenied)
            }
            try await server.user().attach().cut()
        }
    }
}
