import Introspection
import RollcallRPC
import TestServers
import Testing

struct ListServicesTests {
    @Test(arguments: Carrier.allCases)
    func aServerListsItsServices(over carrier: Carrier) async throws {
        try await withServer(over: carrier) { server in
            let answer = try await server.reflection.listServices(.init())
            #expect(
                answer.services == [
                    "rollcall.rpc.v1.HealthService", "rollcall.rpc.v1.ReflectionService",
                ])
        }
    }

    @Test func aServerCanBeStartedWithoutReflection() async throws {
        try await withServer(router: { router, status in
            router.addIntrospection(status, isReflecting: false)
        }) { server in
            let error = try await failure { _ = try await server.reflection.listServices(.init()) }
            #expect(error.code == .unimplemented)
            #expect(try await server.health.check(.init()).status == .notServing)
        }
    }
}
