import NIOCore
import NIOEmbedded
import NIOPosix
import RollcallWire
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC

/// Fails to connect as often as a test wants, on a clock that the test turns.
private final class FlakyConnector: Connector {
    let loop = NIOAsyncTestingEventLoop()
    let attempts = Count()
    /// Opens connections once it is set.
    let target = Mutex<(any Connector)?>(nil)

    var eventLoop: any EventLoop { loop }

    func connect() async throws -> ConnectedClient {
        attempts.next()
        guard let target = target.withLock({ $0 }) else {
            throw RPCError(.unavailable, "nobody is there", wasNotProcessed: true)
        }
        return try await target.connect()
    }
}

/// Opens no connection, and does not fail either.
private struct EndlessConnector: Connector {
    var eventLoop: any EventLoop = NIOAsyncTestingEventLoop()

    func connect() async throws -> ConnectedClient {
        try await untilCancelled()
        throw RPCError(.cancelled, "given up")
    }
}

extension NetworkClient {
    fileprivate var isIdle: Bool { state.withLock { $0.pool.subchannels[0].isIdle } }

    /// Whether the pause behind a failed attempt is running.
    fileprivate var isPausing: Bool {
        state.withLock { $0.pool.subchannels[0].failure != nil }
    }

    fileprivate var waitingCount: Int { state.withLock { $0.waiters.count } }
}

@Suite struct ReconnectTests {
    private static let once = EchoMessage(number: 1)
    private static let impatient = CallOptions(timeout: .seconds(30))

    private func client(_ connector: FlakyConnector) -> NetworkClient {
        var configuration = ClientConfiguration.patient
        configuration.reconnectBackoff = Backoff(
            initial: .seconds(1), multiplier: 2, maximum: .seconds(4), jitter: 0)
        return NetworkClient(connectors: [connector], configuration: configuration)
    }

    @Test func aCallFailsAtOnceWhileThePauseRuns() async throws {
        let connector = FlakyConnector()
        let client = client(connector)
        for _ in 0..<10 {
            let error = try await failure {
                _ = try await EchoServiceClient(client).echo(Self.once, options: Self.impatient)
            }
            #expect(error.code == .unavailable && error.wasNotProcessed)
        }
        #expect(connector.attempts.value == 1)
        #expect(client.isPausing)
        await connector.loop.advanceTime(by: .seconds(1))
        #expect(client.isIdle)
        await #expect(throws: RPCError.self) {
            try await EchoServiceClient(client).echo(Self.once)
        }
        #expect(connector.attempts.value == 2)
    }

    @Test func attemptsAreMadeAtGrowingPauses() async throws {
        let connector = FlakyConnector()
        let echo = EchoServiceClient(client(connector))
        for (attempt, pause) in [1, 2, 4, 4].enumerated() {
            await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
            #expect(connector.attempts.value == attempt + 1)
            await connector.loop.advanceTime(by: .seconds(Int64(pause)) - .nanoseconds(1))
            await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
            #expect(connector.attempts.value == attempt + 1)
            await connector.loop.advanceTime(by: .nanoseconds(1))
        }
        await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
        #expect(connector.attempts.value == 5)
    }

    @Test func aHelloBeginsThePausesAnew() async throws {
        let running = try await RunningServer.numbered(1)
        let loops = MultiThreadedEventLoopGroup.singleton
        let connector = FlakyConnector()
        let client = client(connector)
        let echo = EchoServiceClient(client)
        for attempt in 1...3 {
            await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
            #expect(connector.attempts.value == attempt)
            await connector.loop.advanceTime(by: .seconds(4))
        }
        connector.target.withLock {
            $0 = running.server.inMemoryConnector(
                clientLoop: loops.next(), serverLoop: loops.next())
        }
        #expect(try await echo.echo(Self.once).number == 1)
        connector.target.withLock { $0 = nil }
        await running.server.drain()
        try await eventually { client.isIdle }
        await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
        #expect(client.isPausing)
        await connector.loop.advanceTime(by: .seconds(1))
        #expect(client.isIdle)
    }

    @Test func aCallThatWaitsForAConnectionHasADeadline() async throws {
        let loop = NIOAsyncTestingEventLoop()
        let client = NetworkClient(connectors: [EndlessConnector(eventLoop: loop)])
        let call = Task {
            let options = CallOptions(timeout: .seconds(100))
            return try await EchoServiceClient(client).echo(Self.once, options: options)
        }
        try await eventually { client.waitingCount == 1 }
        // The loop's clock and the caller's both count; only the loop's is turned here.
        await loop.advanceTime(by: .seconds(101))
        let error = try await failure { _ = try await call.value }
        #expect(error.code == .deadlineExceeded && error.wasNotProcessed)
        client.close()
    }

    @Test func aCallThatWaitsForAConnectionIsGivenUp() async throws {
        let client = NetworkClient(connectors: [EndlessConnector()])
        let call = Task { try await EchoServiceClient(client).echo(Self.once) }
        try await eventually { client.waitingCount == 1 }
        call.cancel()
        #expect(try await failure { _ = try await call.value }.code == .cancelled)
        client.close()
    }

    @Test func theCallsThatWaitAreBounded() async throws {
        var configuration = ClientConfiguration.patient
        configuration.maximumWaitingCalls = 10
        let client = NetworkClient(
            connectors: [EndlessConnector()], configuration: configuration)
        let failures = Count()
        let calls = (0..<15).map { _ in
            Task {
                do {
                    _ = try await EchoServiceClient(client).echo(Self.once)
                } catch let error as RPCError where error.code == .resourceExhausted {
                    failures.next()
                }
            }
        }
        try await eventually { failures.value == 5 }
        client.close()
        for call in calls { _ = try? await call.value }
        #expect(failures.value == 5)
    }

    @Test(arguments: [true, false])
    func aServerThatComesBackIsFoundAgain(overTCP: Bool) async throws {
        let endpoint: Endpoint =
            overTCP ? .tcp(host: "127.0.0.1", port: 0) : .unix(path: temporarySocket())
        let first = try await RunningServer.numbered(1, at: endpoint)
        let client = NetworkClient(
            first.endpoint, configuration: ClientConfiguration.patient, logger: .quiet)
        let echo = EchoServiceClient(client)
        #expect(try await echo.echo(Self.once).number == 1)
        await first.server.drain()
        try await eventually { client.isIdle }
        await #expect(throws: RPCError.self) { try await echo.echo(Self.once) }
        #expect(client.isPausing)
        let second = try await RunningServer.numbered(2, at: first.endpoint)
        try await eventually { (try? await echo.echo(Self.once).number) == 2 }
        client.close()
        await second.server.drain()
    }

    /// Accepts connections and says nothing, as another protocol's server may.
    @Test func aServerThatSaysNoHelloIsNotReady() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(silent.localAddress?.port)
        var configuration = ClientConfiguration()
        configuration.connection.helloTimeout = .milliseconds(50)
        let client = NetworkClient(
            .tcp(host: "127.0.0.1", port: port), configuration: configuration,
            logger: .quiet)
        let error = try await failure { _ = try await EchoServiceClient(client).echo(Self.once) }
        #expect(error.code == .unavailable && error.wasNotProcessed)
        #expect(error.message.contains("no HELLO in time"))
        #expect(client.isPausing)
        client.close()
        try await silent.close()
    }

    @Test func connectSaysThatNobodyIsThere() async throws {
        let client = client(FlakyConnector())
        let error = try await failure { try await client.connect() }
        #expect(error.code == .unavailable && error.message == "nobody is there")
    }
}
