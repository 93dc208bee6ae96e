import NIOCore
import Synchronization
import TestEcho
import TestServers
import TestSupport
import Testing

@testable import RollcallRPC
@testable import RollcallRPCPolicies

@Suite struct HedgingTests {
    private func hedged(_ delay: Duration, attempts: Int = 2) -> CallOptions {
        CallOptions(attempts: .hedged(HedgingPolicy(delay: delay, maximumAttempts: attempts)))
    }

    /// Runs `body` with a server whose `Echo` sleeps the first so many times that it is called.
    private func withSleepers(
        _ sleepers: Int, over carrier: Carrier = .memory,
        budget: RetryBudget = RetryBudget(),
        _ body: (EchoServiceClient, _ calls: Count, _ cancelled: Count) async throws -> Void
    ) async throws {
        let (calls, cancelled) = (Count(), Count())
        try await withServer(
            over: carrier,
            { router in
                router.unary(EchoServiceMethods.echo) { _, _ in
                    let number = calls.next()
                    do {
                        if number <= sleepers { try await Task.sleep(for: .seconds(60)) }
                    } catch {
                        cancelled.next()
                        throw error
                    }
                    return EchoMessage(number: Int64(number))
                }
            }
        ) { client, _ in
            let echo = EchoServiceClient(client.retrying(budget: budget))
            try await body(echo, calls, cancelled)
        }
    }

    @Test(arguments: Carrier.allCases)
    func theFirstAnswerCountsAndTheOthersAreCancelled(over carrier: Carrier) async throws {
        try await withSleepers(2, over: carrier) { echo, calls, cancelled in
            let answer = try await echo.echo(
                EchoMessage(), options: hedged(.milliseconds(20), attempts: 3))
            #expect(answer.number == 3)
            try await eventually { cancelled.value == 2 }
            #expect(calls.value == 3)
        }
    }

    @Test func aQuickAnswerNeedsNoHedge() async throws {
        try await withSleepers(0) { echo, calls, _ in
            _ = try await echo.echo(EchoMessage(), options: hedged(.seconds(20), attempts: 5))
            #expect(calls.value == 1)
        }
    }

    @Test func hedgesComeOutOfTheBudget() async throws {
        let budget = RetryBudget(maximumTokens: 1, tokensPerSuccess: 0)
        try await withSleepers(100, budget: budget) { echo, calls, _ in
            var options = hedged(.milliseconds(1), attempts: 5)
            options.timeout = .milliseconds(100)
            let error = try await failure {
                _ = try await echo.echo(EchoMessage(), options: options)
            }
            #expect(error.code == .deadlineExceeded)
            #expect(calls.value == 2)
        }
    }

    @Test func aHedgedCallThatIsGivenUpCancelsAllAttempts() async throws {
        try await withSleepers(100) { echo, calls, cancelled in
            let call = Task {
                try await echo.echo(EchoMessage(), options: hedged(.milliseconds(1), attempts: 3))
            }
            try await eventually { calls.value == 3 }
            call.cancel()
            #expect(try await failure { _ = try await call.value }.code == .cancelled)
            try await eventually { cancelled.value == 3 }
        }
    }

    @Test func anErrorThatMayPassMakesWayForTheNextAttempt() async throws {
        let calls = Count()
        try await withServer({ router in
            router.unary(EchoServiceMethods.echo) { request, _ in
                if calls.next() < 3 { throw RPCError(.unavailable, "later") }
                return request
            }
        }) { client, _ in
            let echo = EchoServiceClient(client.retrying())
            _ = try await echo.echo(EchoMessage(), options: hedged(.seconds(50), attempts: 3))
            #expect(calls.value == 3)
        }
    }

    @Test func anErrorThatStaysEndsTheCall() async throws {
        let calls = Count()
        try await withServer({ router in
            router.unary(EchoServiceMethods.echo) { _, _ in
                calls.next()
                throw RPCError(.notFound, "nowhere")
            }
        }) { client, _ in
            let error = try await failure {
                _ = try await EchoServiceClient(client.retrying()).echo(
                    EchoMessage(), options: hedged(.seconds(50), attempts: 3))
            }
            #expect(error.code == .notFound && calls.value == 1)
        }
    }

    @Test func theDecisionsOfOneCall() throws {
        let tokens = RetryTokens(RetryBudget())
        let later = RPCError(.unavailable, "later")
        var pushedBack = later
        try pushedBack.trailers.add("retry-pushback-ms", text: "5")
        var forbidden = later
        try forbidden.trailers.add("retry-pushback-ms", text: "-1")
        var hedges = Hedges(HedgingPolicy(delay: .seconds(1), maximumAttempts: 4), tokens: tokens)
        let stale = hedges.delay
        var next = hedges.failed(pushedBack)
        #expect(next == .pause(.milliseconds(5)) && !hedges.isRunning)
        next = hedges.delayPassed(stale)
        #expect(next == .wait)
        next = hedges.delayPassed(hedges.delay)
        #expect(next == .attempt)
        next = hedges.delayPassed(hedges.delay)
        #expect(next == .attempt)
        next = hedges.failed(forbidden)
        #expect(next == .wait)
        next = hedges.failed(later)
        #expect(next == .fail)
    }
}
