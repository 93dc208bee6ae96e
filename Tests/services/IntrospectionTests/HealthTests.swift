import Introspection
import RollcallRPC
import TestServers
import Testing

struct HealthTests {
    private static let name = "rollcall.rpc.v1.HealthService"

    @Test(arguments: Carrier.allCases)
    func aServerServesFromWhenItSaysSoUntilItDrains(over carrier: Carrier) async throws {
        try await withServer(over: carrier) { server in
            for (act, expected) in [
                ({}, ServingStatus.notServing), ({ server.status.set(.serving) }, .serving),
                ({ server.status.beginDrain() }, .notServing),
                ({ server.status.set(.serving) }, .notServing),
            ] {
                act()
                for service in ["", Self.name] {
                    let answer = try await server.health.check(.init(service: service))
                    #expect(answer.status == expected)
                }
            }
        }
    }

    @Test(arguments: Carrier.allCases)
    func aServiceThatTheServerDoesNotHaveIsNotFound(over carrier: Carrier) async throws {
        try await withServer(over: carrier) { server in
            let error = try await failure {
                _ = try await server.health.check(.init(service: "no.Such"))
            }
            #expect(error.code == .notFound)
        }
    }

    @Test func oneServiceCanBeDownWhileTheServerServes() async throws {
        try await withServer { server in
            server.status.set(.serving)
            server.status.set(.notServing, for: Self.name)
            let whole = try await server.health.check(.init())
            let part = try await server.health.check(.init(service: Self.name))
            #expect(whole.status == .serving && part.status == .notServing)
        }
    }

    @Test func aReportSaysWhatIsWrongAndSinceWhen() {
        let status = HealthStatus()
        #expect(!status.report.isServing)
        status.set(.serving)
        status.set(.missing, ofDependency: "other", because: "it is away")
        let first = status.report
        #expect(!first.isServing)
        #expect(first.dependencies["other"]?.sentence == "it is away")
        // Whatever is said of it meanwhile.
        status.set(.missing, ofDependency: "other", because: "it is away still")
        let second = status.report.dependencies["other"]
        #expect(second?.since == first.dependencies["other"]?.since)
        #expect(second?.sentence == "it is away still")
        status.set(.good, ofDependency: "other")
        let third = status.report
        #expect(third.isServing && third.dependencies["other"]?.status == .good)
        #expect(third.dependencies["other"]?.since != second?.since)
    }

    @Test func aDependencyThatIsImpairedSaysSoAndOneThatIsMissingTakesAllDown() async throws {
        try await withServer { server in
            server.status.set(.serving)
            let watch = try await server.health.watch(.init())
            let first = try await watch.next()
            #expect(first?.status == .serving)
            for (dependency, own, others) in [
                (HealthStatus.DependencyStatus.good, ServingStatus.serving, ServingStatus.serving),
                (.impaired, .notServing, .serving), (.missing, .notServing, .notServing),
                (.good, .serving, .serving),
            ] {
                server.status.set(dependency, ofDependency: "other")
                for (service, expected) in [("other", own), (Self.name, others), ("", others)] {
                    let answer = try await server.health.check(.init(service: service))
                    #expect(answer.status == expected)
                }
            }
            // Who watches learned of the missing one too, unless it was back before they looked.
            server.status.set(.missing, ofDependency: "other")
            let next = try await watch.next()
            #expect(next?.status == .notServing)
            server.status.set(.good, ofDependency: "other")
            server.status.beginDrain()
            let answer = try await server.health.check(.init(service: "other"))
            #expect(answer.status == .notServing)
        }
    }

    @Test func aServerThatBeginsToServeWhileADependencyIsMissingDoesNotServe() async throws {
        try await withServer { server in
            server.status.set(.missing, ofDependency: "other")
            server.status.set(.serving)
            let before = try await server.health.check(.init())
            #expect(before.status == .notServing)
            server.status.set(.good, ofDependency: "other")
            let after = try await server.health.check(.init())
            #expect(after.status == .serving)
        }
    }

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
        try await withServer(router: { router, status in
            router.add(HealthHandler(status, maximumWatches: 2))
        }) { server in
            let kept = try await server.health.watch(.init())
            let ended = try await server.health.watch(.init())
            _ = (try await kept.next(), try await ended.next())
            let refused = try await server.health.watch(.init())
            let error = try await failure { _ = try await refused.next() }
            #expect(error.code == .unavailable)
            #expect(error.trailers[text: "retry-pushback-ms"] == "1000")

            ended.cancel()
            for _ in 0..<1000 {
                let watch = try await server.health.watch(.init())
                if let first = try? await watch.next() {
                    #expect(first.status == .notServing)
                    return
                }
                try await Task.sleep(for: .milliseconds(5))
            }
            Issue.record("the place of a watch that ended stays taken")
        }
    }
}
