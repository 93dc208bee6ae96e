import Introspection
import RollcallRPC
import TestServers
import Testing

struct HealthTests {
    private static let name = "rollcall.rpc.v1.HealthService"

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
}
