import NIOCore
import TestEcho
import TestServers
import Testing

@testable import RollcallRPC

@Suite struct RateLimitInterceptorTests {
    private func call(_ server: EchoServer, as caller: String? = nil) async throws {
        var options = CallOptions()
        if let caller { try options.metadata.add("caller", text: caller) }
        if caller == "service" {
            _ = try await server.echo.forServices(EchoMessage(), options: options)
        } else {
            _ = try await server.echo.forUsers(EchoMessage(), options: options)
        }
    }

    /// Callers without an address share a limit of twenty times the size.
    @Test(arguments: [Carrier.memory, .tcp])
    func whoAsksTooOftenIsToldHowLongToWait(over carrier: Carrier) async throws {
        let callers = carrier == .memory ? 20 : 1
        try await withEchoServer(over: carrier, interceptors: [RateLimitInterceptor()]) { server in
            for _ in 0..<2 * callers { _ = try await server.echo.echo(EchoMessage()) }
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .resourceExhausted)
            let wait = error.trailers[text: "retry-pushback-ms"].flatMap { Int($0) } ?? 0
            #expect((1_700_000...1_800_000).contains(wait * callers))
        }
    }

    @Test func eachUserHasTheirOwnAndServicesHaveNone() async throws {
        try await withEchoServer(over: .tcp, interceptors: [RateLimitInterceptor()]) { server in
            for _ in 0..<2 { try await call(server, as: "user") }
            let error = try await failure { try await call(server, as: "user") }
            #expect(error.code == .resourceExhausted)
            try await call(server, as: "another user")
            for _ in 0..<9 { try await call(server, as: "service") }
        }
    }

    @Test func eachMethodHasItsOwnAndOthersHaveNone() async throws {
        try await withEchoServer(over: .tcp, interceptors: [RateLimitInterceptor()]) { server in
            for _ in 0..<2 { _ = try await server.echo.echo(EchoMessage()) }
            _ = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            for _ in 0..<9 { _ = try await server.echo.describe(EchoMessage()) }
            for _ in 0..<2 { try await call(server, as: "user") }
        }
    }

    @Test func anOperatorChangesALimitByItsName() async throws {
        let changed = RateLimitInterceptor(changed: [
            "echo.address": RateLimit(5, per: .seconds(3600)),
            "other.address": RateLimit(1, per: .seconds(3600)),
        ])
        try await withEchoServer(over: .tcp, interceptors: [changed]) { server in
            for _ in 0..<5 { _ = try await server.echo.echo(EchoMessage()) }
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .resourceExhausted)
        }
    }

    @Test func aLimitThatIsChangedCountsAnewAndOneThatStaysGoesOn() async throws {
        let limits = RateLimitInterceptor()
        try await withEchoServer(over: .tcp, interceptors: [limits]) { server in
            func allowed() async throws -> Int {
                var count = 0
                while try await !refusal({ _ = try await server.echo.echo(EchoMessage()) }) {
                    count += 1
                }
                return count
            }
            let usual = try await allowed()
            limits.change(["other.address": RateLimit(4, per: .seconds(3600))])
            let same = try await allowed()
            limits.change(["echo.address": RateLimit(4, per: .seconds(3600))])
            let more = try await allowed()
            limits.change([:])
            let again = try await allowed()
            #expect([usual, same, more, again] == [2, 0, 4, 2])
        }
    }

    private func refusal(_ call: () async throws -> Void) async throws -> Bool {
        do {
            try await call()
            return false
        } catch let error as RPCError where error.code == .resourceExhausted {
            return true
        }
    }
}
