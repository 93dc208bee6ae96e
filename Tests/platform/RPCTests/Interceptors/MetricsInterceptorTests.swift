import Metrics
import MetricsTestKit
import RollcallRPC
import RollcallWire
import TestEcho
import TestServers
import TestSupport
import Testing

@Suite struct MetricsInterceptorTests {
    private let backend = TestMetrics()

    private func counter(
        _ name: String, _ method: String, _ dimensions: [(String, String)] = []
    ) throws -> Int64 {
        let method = [("method", "rollcall.test.v1.EchoService/\(method)")]
        let counter = try backend.expectCounter("rpc.server.\(name)", method + dimensions)
        return counter.totalValue
    }

    @Test(arguments: [Carrier.memory, .tcp])
    func callsAreCountedByMethodAndCode(over carrier: Carrier) async throws {
        let interceptors = [MetricsInterceptor(factory: backend)]
        try await withEchoServer(over: carrier, interceptors: interceptors) { server in
            for _ in 0..<3 { _ = try await server.echo.echo(EchoMessage(text: "12345678")) }
            _ = try await failure { _ = try await server.echo.fail(EchoMessage(number: 5)) }
        }
        #expect(try counter("calls.started", "Echo") == 3)
        #expect(try counter("calls.completed", "Echo", [("code", "OK")]) == 3)
        #expect(try counter("calls.completed", "Fail", [("code", "NOT_FOUND")]) == 1)
        #expect(try counter("messages.received", "Echo") == 3)
        #expect(try counter("bytes.received", "Echo") == 30)
        #expect(try counter("bytes.sent", "Echo") == 30)
        let method = [("method", "rollcall.test.v1.EchoService/Echo")]
        #expect(try backend.expectTimer("rpc.server.calls.duration", method).values.count == 3)
        #expect(try backend.expectMeter("rpc.server.calls.running", method).values.last == 0)
    }

    @Test func theMessagesOfAStreamAreCountedOneByOne() async throws {
        let interceptors = [MetricsInterceptor(factory: backend)]
        try await withEchoServer(over: .memory, interceptors: interceptors) { server in
            for try await _ in try await server.echo.expand(EchoMessage(number: 7)) {}
        }
        #expect(try counter("messages.sent", "Expand") == 7)
        #expect(try counter("messages.received", "Expand") == 1)
    }

    /// The names that a stranger makes up must not fill the memory of the backend.
    @Test func anUnknownMethodIsNoLabel() async throws {
        let interceptors = [MetricsInterceptor(factory: backend)]
        try await withEchoServer(over: .tcp, interceptors: interceptors) { server in
            let before = backend.counters.count
            let peer = try await RawPeer.connect(to: server.endpoint)
            peer.send { bytes in
                bytes.writeHello()
                for id in 0..<50 { bytes.writeOpen(UInt32(2 * id + 1), "Unknown\(id)") }
            }
            try await eventually { peer.frames(.close).count == 50 }
            #expect(backend.counters.count == before)
            peer.close()
        }
    }

    @Test func withoutABackendItHasNoPartInAnyCall() async throws {
        let interceptor = MetricsInterceptor(factory: NOOPMetricsHandler.instance)
        try await withEchoServer(over: .memory, interceptors: [interceptor]) { server in
            _ = try await server.echo.echo(EchoMessage())
        }
        #expect(backend.counters.isEmpty)
    }
}
