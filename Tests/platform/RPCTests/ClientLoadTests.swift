import NIOCore
import RollcallRPCPolicies
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct ClientLoadTests {
    /// A call that has timed out counts until its handler has ended. Another may be refused
    /// meanwhile, and is made again.
    private func retrying(_ client: some RPCClient) -> any RPCClient {
        client.retrying(budget: RetryBudget(maximumTokens: 10_000))
    }

    @Test func thousandsOfCallsAndTimeoutsShareOneChannel() async throws {
        try await withEchoServer(over: .tcp, configure: { $0.refuseNothing() }) { server in
            let echo = EchoServiceClient(retrying(server.client))
            let codes = await withTaskGroup(of: StatusCode.self) { group in
                for index in 0..<4000 {
                    group.addTask {
                        do {
                            guard index % 4 == 0 else {
                                _ = try await echo.echo(EchoMessage(number: Int64(index)))
                                return .ok
                            }
                            let options = CallOptions(timeout: .milliseconds(50 + index % 50))
                            _ = try await echo.sleep(EchoMessage(), options: options)
                            return .ok
                        } catch { return RPCError.wire(for: error).code }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(codes == [.ok: 3000, .deadlineExceeded: 1000])
            let answer = try await echo.echo(EchoMessage(number: 1))
            #expect(answer.number == 1)
        }
    }

    @Test func whatTheServerHasNoStreamForIsQueuedUpToABound() async throws {
        var configuration = ClientConfiguration.patient
        configuration.connection.maximumWaitingCalls = 20
        let isOpen = Switch()
        let begun = Count()
        try await withServer(
            over: .tcp, client: configuration,
            configure: {
                $0.connection.maximumStreams = 100
                $0.refuseNothing()
            },
            { router in
                router.unary(EchoServiceMethods.echo) { request, _ in
                    begun.next()
                    try await eventually { isOpen.isOn }
                    return request
                }
            }
        ) { client, _ in
            let refused = Count()
            let calls = (0..<150).map { index in
                Task {
                    do {
                        _ = try await EchoServiceClient(client).echo(EchoMessage())
                        return true
                    } catch let error as RPCError where error.code == .resourceExhausted {
                        #expect(error.wasNotProcessed)
                        refused.next()
                        return false
                    }
                }
            }
            try await eventually { begun.value == 100 && refused.value == 30 }
            isOpen.turn()
            var answered = 0
            for call in calls where try await call.value { answered += 1 }
            #expect(answered == 120 && begun.value == 120)
        }
    }

    /// gRPC's rpc_soak, small: many calls in a row on one channel.
    @Test func aChannelLastsThroughManyCalls() async throws {
        try await withEchoServer(over: .tcp) { server in
            let payload = pattern(1000)
            for _ in 0..<200 {
                let answer = try await server.echo.echo(EchoMessage(payload: payload))
                #expect(answer.payload == payload)
            }
            #expect(server.server.connectionCount == 1)
        }
    }

    /// gRPC's channel_soak, small: a channel for each call.
    @Test func manyChannelsComeAndGo() async throws {
        try await withServers(1) { servers in
            for _ in 0..<50 {
                let client = NetworkClient(
                    servers[0].endpoint, configuration: ClientConfiguration.patient,
                    logger: .quiet)
                #expect(try await EchoServiceClient(client).echo(EchoMessage()).number == 0)
                client.close()
            }
            try await eventually { servers[0].server.connectionCount == 0 }
        }
    }
}
