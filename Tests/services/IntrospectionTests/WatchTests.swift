import Introspection
import RollcallRPC
import TestServers
import TestSupport
import Testing

struct WatchTests {
    @Test(arguments: Carrier.allCases)
    func aWatchTellsTheStateAtOnceAndThenChangesOnly(over carrier: Carrier) async throws {
        try await withServer(over: carrier) { server in
            let watch = try await server.health.watch(.init())
            #expect(try await watch.next()?.status == .notServing)
            server.status.set(.notServing)
            server.status.add(["another"])
            server.status.set(.serving)
            #expect(try await watch.next()?.status == .serving)
        }
    }

    @Test func aServiceThatIsUnknownIsWatchedUntilItIsThere() async throws {
        try await withServer { server in
            server.status.set(.serving)
            let watch = try await server.health.watch(.init(service: "late"))
            #expect(try await watch.next()?.status == .serviceUnknown)
            server.status.add(["late"])
            #expect(try await watch.next()?.status == .serving)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aWatchEndsAtTheDrainAfterItHasSaidSo(over carrier: Carrier) async throws {
        try await withServer(over: carrier) { server in
            server.status.set(.serving)
            let watch = try await server.health.watch(.init())
            #expect(try await watch.next()?.status == .serving)
            server.status.beginDrain()
            #expect(try await watch.next()?.status == .notServing)
            let error = try await failure { _ = try await watch.next() }
            #expect(error.code == .unavailable)
        }
    }

    @Test func aWatchThatDoesNotReadGetsTheNewestStateAndNotEveryOne() async throws {
        try await withServer(router: { router, status in
            router.add(HealthHandler(status))
        }) { server in
            let watch = try await server.health.watch(.init())
            #expect(try await watch.next()?.status == .notServing)
            // Far more changes than there is credit for: a message costs 64 of 262,144 bytes.
            for _ in 0..<20_000 {
                server.status.set(.serving)
                server.status.set(.notServing)
            }
            server.status.beginDrain()
            var count = 0
            var last = ServingStatus.notServing
            do {
                while let next = try await watch.next() {
                    count += 1
                    last = next.status
                }
            } catch let error as RPCError where error.code == .unavailable {}
            #expect(last == .notServing && count <= 4096)
        }
    }

    /// Row 22 of the known attacks: watches count.
    @Test func watchesHaveALimitAndGiveTheirPlaceBack() async throws {
        try await withServer(status: HealthStatus(maximumWatches: 2)) { server in
            let kept = try await server.health.watch(.init())
            let ended = try await server.health.watch(.init())
            _ = (try await kept.next(), try await ended.next())
            let refused = try await server.health.watch(.init())
            let error = try await failure { _ = try await refused.next() }
            #expect(error.code == .unavailable)
            #expect(error.trailers[text: "retry-pushback-ms"] == "1000")

            ended.cancel()
            try await eventually {
                let watch = try await server.health.watch(.init())
                return (try? await watch.next())?.status == .notServing
            }
        }
    }
}
