import NIOCore
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct UnaryCallTests {
    @Test(arguments: Carrier.allCases)
    func aCallIsKeptAndWaitedForByMany(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let call = server.client.call(EchoServiceMethods.echo, EchoMessage(number: 4))
            let answers = try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<3 { group.addTask { try await call.response.number } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == [4, 4, 4])
        }
    }

    @Test func aCallIsGivenUp() async throws {
        try await withEchoServer(over: .memory) { server in
            let call = server.client.call(EchoServiceMethods.sleep, EchoMessage())
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            call.cancel()
            #expect(try await failure { _ = try await call.response }.code == .cancelled)
            try await eventually { server.handler.sleepers.withLock { $0.cancelled } == 1 }
        }
    }

    @Test func lettingGoOfACallCancelsIt() async throws {
        try await withEchoServer(over: .memory) { server in
            var call: UnaryCall<EchoMessage>? = server.client.call(
                EchoServiceMethods.sleep, EchoMessage())
            try await eventually { server.handler.sleepers.withLock { $0.begun } == 1 }
            #expect(call != nil)
            call = nil
            try await eventually { server.handler.sleepers.withLock { $0.cancelled } == 1 }
        }
    }

    @Test(arguments: Carrier.allCases)
    func theTrailersOfAFailedCallAreThere(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier) { server in
            let call = server.client.call(EchoServiceMethods.fail, EchoMessage(number: 5))
            let error = try await failure { _ = try await call.response }
            #expect(error.code == .notFound)
            let trailers = await call.trailers
            #expect(trailers[bytes: "trailer-bin"] == [0xAB, 0xAB])
        }
    }
}
