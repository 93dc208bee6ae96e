import InMemoryLogging
import Logging
import MetricsTestKit
import RollcallRPC
import RollcallRPCPolicies
import TestEcho
import Testing

@Suite struct ClientObservationTests {
    @Test func endedCallsAreLoggedWithoutWhatIsInThem() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "calls") { _ in log }
        try await withEchoServer(over: .memory) { server in
            let echo = EchoServiceClient(
                server.client.intercepted(by: ClientLogging(logger, level: .info)))
            _ = try await echo.echo(EchoMessage(text: "private"))
            await #expect(throws: RPCError.self) {
                try await echo.fail(EchoMessage(number: 5, text: "private"))
            }
        }
        #expect(log.entries.map { $0.metadata["rpc.code"] } == ["OK", "NOT_FOUND"])
        for entry in log.entries {
            #expect("\(entry.metadata["rpc.method"] ?? "")".hasPrefix("rollcall.test.v1.Echo"))
            #expect(Int("\(entry.metadata["rpc.duration_us"] ?? "")") != nil)
            #expect(!"\(entry.message) \(entry.metadata)".contains("private"))
        }
    }

    @Test func callsAreMeasuredByMethodAndCode() async throws {
        let backend = TestMetrics()
        func counter(
            _ name: String, _ method: String, _ dimensions: [(String, String)] = []
        ) throws -> Int64 {
            let method = [("method", "rollcall.test.v1.EchoService/\(method)")]
            return try backend.expectCounter("rpc.client.\(name)", method + dimensions).totalValue
        }
        try await withEchoServer(over: .memory) { server in
            let echo = EchoServiceClient(
                server.client.intercepted(by: ClientMetrics(factory: backend)))
            for _ in 0..<3 { _ = try await echo.echo(EchoMessage(payload: [1, 2, 3])) }
            await #expect(throws: RPCError.self) { try await echo.fail(EchoMessage(number: 5)) }
        }
        #expect(try counter("calls.started", "Echo") == 3)
        #expect(try counter("calls.completed", "Echo", [("code", "OK")]) == 3)
        #expect(try counter("calls.completed", "Fail", [("code", "NOT_FOUND")]) == 1)
        #expect(try counter("messages.received", "Echo") == 3)
        #expect(try counter("bytes.sent", "Echo") == 15)
        #expect(try counter("bytes.received", "Echo") == 15)
        #expect(try counter("messages.received", "Fail") == 0)
        let method = [("method", "rollcall.test.v1.EchoService/Echo")]
        #expect(try backend.expectTimer("rpc.client.calls.duration", method).values.count == 3)
    }
}
