import Introspection
import RollcallRPC
import TestServers
import Testing

struct CheckTests {
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
}
