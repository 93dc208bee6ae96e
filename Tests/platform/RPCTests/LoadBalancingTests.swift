import RollcallRPCPolicies
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

@Suite struct LoadBalancingTests {
    private func client(_ servers: [RunningServer]) -> NetworkClient {
        NetworkClient(
            endpoints: servers.map(\.endpoint), configuration: .patient, logger: .quiet)
    }

    private func answers(_ count: Int, from client: NetworkClient) async throws -> [Int64: Int] {
        let echo = EchoServiceClient(client.retrying())
        var answers: [Int64: Int] = [:]
        for _ in 0..<count {
            answers[try await echo.echo(EchoMessage()).number, default: 0] += 1
        }
        return answers
    }

    @Test func callsAreSpreadEvenly() async throws {
        try await withServers(3) { servers in
            let client = client(servers)
            try await client.connectAll(3)
            let answers = try await answers(30, from: client)
            #expect(answers == [0: 10, 1: 10, 2: 10])
            client.close()
        }
    }

    @Test func aClientIsReadyBeforeItsFirstCall() async throws {
        try await withServers(2) { servers in
            let client = client(servers)
            #expect(client.usableCount == 0)
            try await client.connectAll(2)
            #expect(servers.map(\.server.connectionCount) == [1, 1])
            client.close()
        }
    }

    @Test func noCallFailsWhileServersGoAwayOneAfterTheOther() async throws {
        try await withServers(3) { servers in
            let client = client(servers)
            try await client.connectAll(3)
            let echo = EchoServiceClient(client.retrying())
            let isOver = Switch()
            let calls = Count()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        while !isOver.isOn {
                            _ = try await echo.echo(EchoMessage())
                            calls.next()
                        }
                    }
                }
                for server in servers.prefix(2) {
                    let before = calls.value
                    try await eventually { calls.value > before + 50 }
                    await server.server.drain()
                }
                let before = calls.value
                try await eventually { calls.value > before + 50 }
                isOver.turn()
                try await group.waitForAll()
            }
            client.close()
        }
    }

    @Test func aLostEndpointComesBackIntoTheRound() async throws {
        try await withServers(2) { servers in
            let client = client(servers)
            try await client.connectAll(2)
            await servers[1].server.drain()
            try await eventually { servers[1].server.connectionCount == 0 }
            let without = try await answers(6, from: client)
            #expect(without == [0: 6])
            let again = try await RunningServer.numbered(7, at: servers[1].endpoint)
            var taken: [Int64: Int] = [:]
            try await eventually {
                taken.merge(try await answers(2, from: client), uniquingKeysWith: +)
                return taken[7] != nil
            }
            client.close()
            await again.server.drain()
        }
    }

    @Test func callsFollowTheHealthOfTheServers() async throws {
        let health = [HealthDouble(.serving), HealthDouble(.notServing)]
        try await withServers(2, { $1.add(health[$0]) }) { servers in
            let client = client(servers)
            let taken = try await answers(4, from: client)
            #expect(taken == [0: 4])
            health[1].say(.serving)
            try await eventually { try await answers(4, from: client) == [0: 2, 1: 2] }
            client.close()
        }
    }

    @Test func aServerWithoutAHealthServiceCountsAsHealthy() async throws {
        let health = HealthDouble(.notServing)
        try await withServers(2, { if $0 == 0 { $1.add(health) } }) { servers in
            let client = client(servers)
            let taken = try await answers(3, from: client)
            #expect(taken == [1: 3])
            client.close()
        }
    }

    /// What no server can answer, each refuses by itself.
    @Test func whenNoServerIsHealthyCallsGoToAllAndSoonToTheHealthyAlone() async throws {
        let health = [HealthDouble(.notServing), HealthDouble(.notServing)]
        try await withServers(2, { $1.add(health[$0]) }) { servers in
            let client = client(servers)
            let taken = try await answers(4, from: client)
            #expect(taken == [0: 2, 1: 2])
            health[1].say(.serving)
            try await eventually { try await answers(4, from: client) == [1: 4] }
            client.close()
        }
    }

    @Test func aHealthCheckDoesNotHoldUpADrain() async throws {
        try await withServer(
            over: .tcp, client: .patient, configure: { $0.drainGrace = .seconds(30) },
            { router in
                router.unary(EchoServiceMethods.echo) { request, _ in request }
                router.add(HealthDouble(.serving))
            }
        ) { base, server in
            let client = NetworkClient(
                connectors: base.connectors, watchesHealth: true, configuration: .patient)
            _ = try await EchoServiceClient(client).echo(EchoMessage())
            let start = ContinuousClock.now
            await server.drain()
            #expect(start.duration(to: .now) < .seconds(10))
            client.close()
        }
    }
}

extension NetworkClient {
    fileprivate var usableCount: Int { state.withLock { $0.pool.usable.count } }

    /// Opens connections, and waits until so many are usable.
    fileprivate func connectAll(_ count: Int) async throws {
        try await connect()
        try await eventually { usableCount == count }
    }
}

/// Sends the one client that watches the server each status that a test says.
private struct HealthDouble: HealthService {
    private let statuses: AsyncStream<ServingStatus>
    private let continuation: AsyncStream<ServingStatus>.Continuation

    init(_ status: ServingStatus) {
        (statuses, continuation) = AsyncStream.makeStream()
        say(status)
    }

    func say(_ status: ServingStatus) {
        continuation.yield(status)
    }

    func check(
        _ request: HealthCheckRequest, context: CallContext
    ) async throws -> HealthCheckResponse {
        throw RPCError(.unimplemented, "clients watch")
    }

    func watch(
        _ request: HealthCheckRequest, responses: ResponseWriter<HealthCheckResponse>,
        context: CallContext
    ) async throws {
        for await status in statuses {
            let status = request.service.isEmpty ? status : .serviceUnknown
            try await responses.send(HealthCheckResponse(status: status))
        }
    }
}
