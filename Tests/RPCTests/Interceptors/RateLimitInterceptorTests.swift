import NIOCore
import TestEcho
import TestServers
import Testing

@testable import RollcallRPC

@Suite struct RateLimitInterceptorTests {
    private let limit = RateLimit(2, per: .seconds(3600))
    private let echoPath = "rollcall.test.v1.EchoService/Echo"

    private func call(_ server: EchoServer, as caller: String? = nil) async throws {
        var options = CallOptions()
        if let caller { try options.metadata.add("caller", text: caller) }
        if caller == "service" {
            _ = try await server.echo.forServices(EchoMessage(), options: options)
        } else {
            _ = try await server.echo.forUsers(EchoMessage(), options: options)
        }
    }

    @Test(arguments: [Carrier.memory, .tcp])
    func whoAsksTooOftenIsToldHowLongToWait(over carrier: Carrier) async throws {
        let interceptor = RateLimitInterceptor(limit, for: .everyone)
        try await withEchoServer(over: carrier, interceptors: [interceptor]) { server in
            for _ in 0..<2 { _ = try await server.echo.echo(EchoMessage()) }
            let error = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            #expect(error.code == .resourceExhausted)
            let wait = error.trailers[text: "retry-pushback-ms"].flatMap { Int($0) }
            #expect((1_700_000...1_800_000).contains(wait ?? 0))
        }
    }

    @Test func eachCallerHasItsOwn() async throws {
        let interceptor = RateLimitInterceptor(limit, for: .caller)
        try await withEchoServer(over: .memory, interceptors: [interceptor]) { server in
            for _ in 0..<2 { try await call(server, as: "user") }
            let error = try await failure { try await call(server, as: "user") }
            #expect(error.code == .resourceExhausted)
            try await call(server, as: "service")
        }
    }

    @Test func eachMethodHasItsOwnAndOthersHaveNone() async throws {
        let interceptor = RateLimitInterceptor(limit, for: .everyone, of: [echoPath])
        try await withEchoServer(over: .memory, interceptors: [interceptor]) { server in
            for _ in 0..<2 { _ = try await server.echo.echo(EchoMessage()) }
            _ = try await failure { _ = try await server.echo.echo(EchoMessage()) }
            for _ in 0..<9 { _ = try await server.echo.describe(EchoMessage()) }
        }
    }

    @Test func oneForAddressesAlsoCountsWhoIsNotLetIn() async throws {
        let interceptor = RateLimitInterceptor(limit, for: .peer)
        try await withEchoServer(over: .tcp, interceptors: [interceptor]) { server in
            var codes: [StatusCode] = []
            for _ in 0..<3 {
                codes.append(try await failure { try await call(server) }.code)
            }
            #expect(codes == [.unauthenticated, .unauthenticated, .resourceExhausted])
        }
    }
}
