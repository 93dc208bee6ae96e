import NIOCore
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC
@testable import RollcallRPCPolicies

@Suite struct RetryTests {
    private static let quick = RetryPolicy(
        maximumAttempts: 5,
        backoff: Backoff(initial: .milliseconds(1), multiplier: 1, maximum: .milliseconds(20)))

    /// Runs `body` with a server whose `Echo` fails so many times before it answers.
    private func withFailures(
        _ failures: Int, _ error: RPCError, over carrier: Carrier = .memory,
        retries: RetryPolicy? = quick, _ body: (EchoServiceClient, Count) async throws -> Void
    ) async throws {
        let calls = Count()
        try await withServer(
            over: carrier,
            { router in
                router.unary(EchoServiceMethods.echo) { request, _ in
                    if calls.next() <= failures { throw error }
                    return request
                }
            }
        ) { client, _ in
            try await body(EchoServiceClient(client.retrying(retries)), calls)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aCallIsMadeUntilItEndsWell(over carrier: Carrier) async throws {
        try await withFailures(4, RPCError(.unavailable, "later"), over: carrier) { echo, calls in
            let answer = try await echo.echo(EchoMessage(number: 7))
            #expect(answer.number == 7 && calls.value == 5)
        }
    }

    @Test func whoAsksForNoRetryGetsNone() async throws {
        try await withFailures(1, RPCError(.unavailable, "later"), retries: nil) { echo, calls in
            await #expect(throws: RPCError.self) { try await echo.echo(EchoMessage()) }
            #expect(calls.value == 1)
        }
    }

    @Test func aCallOfAnRPCThatIsNotRepeatableIsNotMadeAgain() async throws {
        let calls = Count()
        let stream = Method<EchoMessage, EchoMessage>(
            service: "rollcall.test.v1.EchoService", name: "Expand", kind: .serverStreaming,
            access: .anyone)
        try await withServer({ router in
            router.unary(EchoServiceMethods.fail) { _, _ in
                calls.next()
                throw RPCError(.unavailable, "later")
            }
            router.serverStreaming(stream) { _, _, _ in
                calls.next()
                throw RPCError(.unavailable, "later")
            }
        }) { client, _ in
            let client = client.retrying(Self.quick)
            await #expect(throws: RPCError.self) {
                try await EchoServiceClient(client).fail(EchoMessage())
            }
            #expect(calls.value == 1)
            let answers = try await client.serverStreaming(stream, EchoMessage(), CallOptions())
            await #expect(throws: RPCError.self) { try await answers.next() }
            #expect(calls.value == 2)
        }
    }

    @Test func onlyTheCodesOfThePolicyAreTriedAgain() async throws {
        try await withFailures(1, RPCError(.internal, "broken")) { echo, calls in
            let error = try await failure { _ = try await echo.echo(EchoMessage()) }
            #expect(error.code == .internal && calls.value == 1)
        }
    }

    @Test func theAttemptsAreCounted() async throws {
        try await withFailures(100, RPCError(.unavailable, "never")) { echo, calls in
            let error = try await failure { _ = try await echo.echo(EchoMessage()) }
            #expect(error.message == "never" && calls.value == 5)
        }
    }

    @Test func noAttemptIsMadePastTheDeadline() async throws {
        let slow = RetryPolicy(
            maximumAttempts: 5,
            backoff: Backoff(initial: .seconds(50), multiplier: 1, maximum: .seconds(50)))
        try await withFailures(
            100, RPCError(.unavailable, "never"), retries: slow
        ) { echo, calls in
            let start = ContinuousClock.now
            let error = try await failure {
                let options = CallOptions(timeout: .seconds(20))
                _ = try await echo.echo(EchoMessage(), options: options)
            }
            #expect(error.message == "never" && calls.value == 1)
            #expect(start.duration(to: .now) < .seconds(10))
        }
    }

    @Test func aCallerWhoGivesUpEndsThePause() async throws {
        let slow = RetryPolicy(
            maximumAttempts: 5,
            backoff: Backoff(initial: .seconds(50), multiplier: 1, maximum: .seconds(50)))
        try await withFailures(
            100, RPCError(.unavailable, "never"), retries: slow
        ) { echo, calls in
            let call = Task { try await echo.echo(EchoMessage()) }
            try await eventually { calls.value == 1 }
            call.cancel()
            #expect(try await failure { _ = try await call.value }.code == .cancelled)
        }
    }

    @Test(arguments: ["-1", "soon", "", "60000"])
    func aServerForbidsAnotherAttempt(pushback: String) async throws {
        var error = RPCError(.unavailable, "never")
        try error.trailers.add("retry-pushback-ms", text: pushback)
        var answered = error
        answered.isFromServer = true
        try await withFailures(100, error) { [answered] echo, calls in
            await #expect(throws: answered) { try await echo.echo(EchoMessage()) }
            #expect(calls.value == 1)
        }
    }

    @Test func aServerSetsThePause() async throws {
        let patient = RetryPolicy(
            maximumAttempts: 2,
            backoff: Backoff(initial: .seconds(50), multiplier: 1, maximum: .seconds(50)))
        var error = RPCError(.unavailable, "soon")
        error.pushBack(by: .milliseconds(30))
        try await withFailures(1, error, retries: patient) { echo, _ in
            let start = ContinuousClock.now
            _ = try await echo.echo(EchoMessage())
            #expect((.milliseconds(30)...(.seconds(10))).contains(start.duration(to: .now)))
        }
    }

    /// Who came a little too early would be refused again.
    @Test(arguments: [(0, 0), (1, 1), (1000, 1), (1001, 2)])
    func thePauseIsRoundedUp(microseconds: Int, milliseconds: UInt32) {
        var error = RPCError(.unavailable, "soon")
        #expect(error.pushBack(by: .microseconds(microseconds)) == milliseconds)
        #expect(error.pushback == .after(.milliseconds(milliseconds)))
    }

    @Test func theBudgetBoundsTheAttemptsOfAllCalls() async throws {
        let budget = RetryBudget(maximumTokens: 10, tokensPerSuccess: 0.5)
        let isUp = Switch()
        let calls = Count()
        try await withServer(
            { router in
                router.unary(EchoServiceMethods.echo) { request, _ in
                    calls.next()
                    guard isUp.isOn else {
                        throw RPCError(.unavailable, "down")
                    }
                    return request
                }
            }
        ) { client, _ in
            let echo = EchoServiceClient(client.retrying(Self.quick, budget: budget))
            for _ in 0..<20 { _ = try? await echo.echo(EchoMessage()) }
            #expect(calls.value == 20 + 10)
            isUp.turn()
            for _ in 0..<8 { _ = try await echo.echo(EchoMessage()) }
            isUp.turn(on: false)
            let before = calls.value
            for _ in 0..<20 { _ = try? await echo.echo(EchoMessage()) }
            #expect(calls.value - before == 20 + 4)
        }
    }

    @Test(arguments: Carrier.allCases)
    func aServerStreamIsMadeAgainUntilItsFirstMessage(over carrier: Carrier) async throws {
        let calls = Count()
        try await withServer(
            over: carrier,
            { router in
                router.serverStreaming(EchoServiceMethods.expand) { request, writer, _ in
                    guard calls.next() > 2 else { throw RPCError(.unavailable, "later") }
                    try await writer.send(request)
                    throw RPCError(.unavailable, "in the middle")
                }
            }
        ) { client, _ in
            let stream = try await EchoServiceClient(client.retrying(Self.quick)).expand(
                EchoMessage(number: 3))
            #expect(try await stream.next()?.number == 3)
            let error = try await failure { _ = try await stream.next() }
            #expect(error.message == "in the middle" && calls.value == 3)
        }
    }

    @Test func aServerStreamThatWasGivenUpIsNotMadeAgain() async throws {
        let calls = Count()
        try await withServer({ router in
            router.serverStreaming(EchoServiceMethods.expand) { _, _, _ in
                calls.next()
                throw RPCError(.unavailable, "later")
            }
        }) { client, _ in
            let slow = RetryPolicy(
                maximumAttempts: 5,
                backoff: Backoff(
                    initial: .milliseconds(50), multiplier: 1, maximum: .milliseconds(50)))
            let stream = try await EchoServiceClient(client.retrying(slow)).expand(EchoMessage())
            let reader = Task { try await stream.next() }
            try await eventually { calls.value == 1 }
            stream.cancel()
            await #expect(throws: RPCError.self) { try await reader.value }
            let made = calls.value
            #expect(try await remains(for: .milliseconds(120)) { calls.value == made })
        }
    }

    @Test func aClientStreamIsNotMadeAgain() async throws {
        let calls = Count()
        try await withServer({ router in
            router.clientStreaming(EchoServiceMethods.collect) { _, _ in
                calls.next()
                throw RPCError(.unavailable, "later")
            }
        }) { client, _ in
            let call = try await EchoServiceClient(client.retrying(Self.quick)).collect()
            await #expect(throws: RPCError.self) { try await call.finish() }
            #expect(calls.value == 1)
        }
    }

    /// gRPC's goaway: the second call moves to another connection by itself.
    @Test func theCallAfterAGoAwayMovesToANewConnection() async throws {
        let first = try await RunningServer.numbered(1)
        let client = NetworkClient(
            first.endpoint, configuration: ClientConfiguration.patient, logger: .quiet)
        let echo = EchoServiceClient(client.retrying())
        #expect(try await echo.echo(EchoMessage()).number == 1)
        await first.server.drain()
        let second = try await RunningServer.numbered(2, at: first.endpoint)
        #expect(try await echo.echo(EchoMessage()).number == 2)
        client.close()
        await second.server.drain()
    }

    @Test func theDecisionsOfOneCall() {
        let tokens = RetryBudget(maximumTokens: 3, tokensPerSuccess: 1)
        let refused = RPCError(.resourceExhausted, "full", wasNotProcessed: true)
        var overloaded = RPCError(.unavailable, "overloaded", wasNotProcessed: true)
        overloaded.pushBack(by: .milliseconds(100))
        let gone = RPCError(.unavailable, "going away", wasNotProcessed: true)
        // A connection on its way out is no reason to wait, and costs nothing.
        var attempts = Attempts(nil, budget: tokens)
        let pauses = (0..<4).map { _ in
            attempts.pause(after: gone, random: 0.5)
        }
        #expect(pauses == [.zero, .milliseconds(10), .milliseconds(20), nil])
        // A server that refuses is paid for, and asked again when it says.
        attempts = Attempts(nil, budget: tokens)
        let paid = [refused, overloaded, refused, refused].map {
            attempts.pause(after: $0, random: 0.5)
        }
        #expect(paid == [.milliseconds(10), .milliseconds(125), .milliseconds(40), nil])
        #expect(!tokens.take())
        // Without a connection it is the policy that says.
        attempts = Attempts(nil, budget: tokens)
        var unconnected = gone
        unconnected.hadNoConnection = true
        let pause = attempts.pause(after: unconnected)
        #expect(pause == nil)
    }
}
