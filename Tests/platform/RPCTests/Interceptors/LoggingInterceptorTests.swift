import InMemoryLogging
import Logging
import NIOCore
import RollcallRPC
import TestEcho
import TestServers
import TestSupport
import Testing

@Suite struct LoggingInterceptorTests {
    private let log = InMemoryLogHandler()

    private func interceptor(
        _ level: Logger.Level = .debug,
        limit: RateLimit = RateLimit(1, per: .seconds(3600), burst: 2)
    ) -> LoggingInterceptor {
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = level
        return LoggingInterceptor(logger: logger, limit: limit)
    }

    private func fail(_ code: StatusCode, _ server: EchoServer) async throws {
        let request = EchoMessage(number: Int64(code.rawValue), text: "secret sentence")
        let error = try await failure { _ = try await server.echo.fail(request) }
        #expect(error.code == code)
    }

    @Test(arguments: [Carrier.memory, .tcp])
    func aCallIsOneLineWithItsMethodCodeAndDuration(over carrier: Carrier) async throws {
        try await withEchoServer(over: carrier, interceptors: [interceptor()]) { server in
            var options = CallOptions()
            try options.metadata.add("authorization", text: "Bearer secret")
            _ = try await server.echo.echo(EchoMessage(text: "secret"), options: options)
        }
        let entry = try #require(log.entries.first)
        #expect(log.entries.count == 1)
        #expect(entry.level == .debug && "\(entry.message)" == "a call has ended")
        #expect(entry.metadata["rpc.method"] == "rollcall.test.v1.EchoService/Echo")
        #expect(entry.metadata["rpc.code"] == "OK")
        #expect(Int("\(entry.metadata["rpc.duration_us"] ?? "")") != nil)
        #expect(!"\(entry.metadata)".contains("secret"))
    }

    @Test func theLevelSaysWhoseFaultItWas() async throws {
        try await withEchoServer(over: .memory, interceptors: [interceptor()]) { server in
            for code in [StatusCode.notFound, .unavailable, .dataLoss] {
                try await fail(code, server)
            }
        }
        #expect(log.entries.map(\.level) == [.debug, .info, .warning])
        #expect(!"\(log.entries)".contains("secret"))
    }

    @Test func aStormOfErrorsIsFewLines() async throws {
        try await withEchoServer(over: .memory, interceptors: [interceptor(.info)]) { server in
            for _ in 0..<50 { try await fail(.unavailable, server) }
            _ = try await server.echo.echo(EchoMessage())
        }
        #expect(log.entries.count == 2)
    }

    @Test func whatWasLeftOutIsCounted() async throws {
        let limit = RateLimit(1, per: .milliseconds(50), burst: 1)
        let interceptors = [interceptor(limit: limit)]
        try await withEchoServer(over: .memory, interceptors: interceptors) { server in
            try await fail(.internal, server)
            for _ in 0..<3 { try await fail(.internal, server) }
            // Until the limit, which has the real clock, lets another line pass.
            try await elapse(.milliseconds(60))
            try await fail(.internal, server)
        }
        let omitted = log.entries.reduce(0) { sum, entry in
            sum + (Int("\(entry.metadata["log.omitted"] ?? "0")") ?? 0)
        }
        #expect(omitted + log.entries.count == 5)
        #expect(log.entries.count < 5)
    }

    @Test func theTraceIsNamedWhenThereIsOne() async throws {
        let trace = "0af7651916cd43dd8448eb211c80319c"
        try await withEchoServer(over: .memory, interceptors: [interceptor()]) { server in
            let options = CallOptions(traceparent: "00-\(trace)-b7ad6b7169203331-01")
            _ = try await server.echo.echo(EchoMessage(), options: options)
        }
        #expect(log.entries.first?.metadata["trace.id"] == "\(trace)")
    }
}
