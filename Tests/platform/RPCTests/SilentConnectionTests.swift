import RollcallRPC
import RollcallRPCPolicies
import TestEcho
import TestServers
import TestSupport
import Testing

/// A balancer between client and server passes nothing on any more, and closes nothing.
@Suite struct SilentConnectionTests {
    private func withBalancer(
        _ configure: (inout ConnectionConfiguration) -> Void = { _ in },
        _ body: (EchoServiceClient, SwallowingBalancer) async throws -> Void
    ) async throws {
        try await withEchoServer(over: .tcp) { server in
            let balancer = try SwallowingBalancer(before: try #require(server.endpoint))
            var configuration = ClientConfiguration.patient
            configure(&configuration.connection)
            let client = NetworkClient(
                balancer.endpoint, configuration: configuration, logger: .quiet)
            defer { client.close() }
            let echo = EchoServiceClient(
                client.retrying().intercepted(by: DefaultDeadline(.seconds(10))))
            #expect(try await echo.echo(EchoMessage(number: 1)).number == 1)
            try await body(echo, balancer)
        }
    }

    /// The defaults end a stream in 25 seconds: two quicker ones here.
    @Test func aStreamEndsOnceTheServerDoesNotAnswerAPING() async throws {
        let limits = ConnectionConfiguration()
        let interval = try #require(limits.keepaliveInterval)
        #expect(interval + limits.keepaliveTimeout < .seconds(30))
        // A server allows no more.
        #expect(interval > limits.minimumPingInterval)
        try await withBalancer {
            $0.keepaliveInterval = .milliseconds(100)
            $0.keepaliveTimeout = .milliseconds(100)
        } _: { echo, balancer in
            let chat = try await echo.chat()
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next()?.number == 1)
            balancer.swallow()
            let error = try await failure { _ = try await chat.responses.next() }
            #expect(error.code == .unavailable)
            #expect(try await echo.echo(EchoMessage(number: 2)).number == 2)
        }
    }

    @Test func afterACallWithoutAnAnswerTheNextTakesAnotherConnection() async throws {
        try await withBalancer { echo, balancer in
            balancer.swallow()
            let error = try await failure {
                _ = try await echo.echo(
                    EchoMessage(), options: CallOptions(timeout: .milliseconds(2100)))
            }
            #expect(error.code == .deadlineExceeded)
            #expect(try await echo.echo(EchoMessage(number: 2)).number == 2)
            #expect(balancer.connectionCount == 2)
        }
    }

    /// A caller with short deadlines asks often: together its calls have waited for long enough.
    @Test func afterManyShortCallsWithoutAnAnswerTheNextTakesAnotherConnection() async throws {
        try await withBalancer { echo, balancer in
            balancer.swallow()
            let start = ContinuousClock.now
            while balancer.connectionCount == 1, start.duration(to: .now) < .seconds(10) {
                _ = try? await echo.echo(
                    EchoMessage(), options: CallOptions(timeout: .milliseconds(300)))
            }
            #expect(balancer.connectionCount == 2)
            #expect(start.duration(to: .now) < .seconds(5))
        }
    }

    @Test func afterAStreamThatWasSilentTheNextTakesAnotherConnection() async throws {
        try await withBalancer { echo, balancer in
            let chat = try await echo.chat()
            try await chat.send(EchoMessage(number: 1))
            #expect(try await chat.responses.next(within: .seconds(10))?.number == 1)
            balancer.swallow()
            let error = try await failure {
                _ = try await chat.responses.next(within: .milliseconds(2100))
            }
            #expect(error.code == .deadlineExceeded)
            #expect(error.message.contains("has said nothing"))
            #expect(try await echo.echo(EchoMessage(number: 2)).number == 2)
            #expect(balancer.connectionCount == 2)
        }
    }

    /// The server is there, and slow: its connection stays.
    @Test func afterALateAnswerTheConnectionIsKept() async throws {
        try await withBalancer { echo, balancer in
            let chat = try await echo.chat()
            let beating = Task {
                while true {
                    try await chat.send(EchoMessage(number: 7))
                    _ = try await chat.responses.next()
                    // The beat of a device, by the real clock.
                    try await elapse(.milliseconds(50))
                }
            }
            defer { beating.cancel() }
            for timeout in [100, 2100] {
                let error = try await failure {
                    _ = try await echo.sleep(
                        EchoMessage(), options: CallOptions(timeout: .milliseconds(timeout)))
                }
                #expect(error.code == .deadlineExceeded)
            }
            #expect(try await echo.echo(EchoMessage(number: 2)).number == 2)
            #expect(balancer.connectionCount == 1)
        }
    }
}
