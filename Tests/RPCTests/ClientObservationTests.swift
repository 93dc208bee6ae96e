import CoreMetrics
import Logging
import Synchronization
import Testing

@testable import RollcallRPC

@Suite struct ClientObservationTests {
    @Test func endedCallsAreLoggedWithoutWhatIsInThem() async throws {
        try await withEchoServer(over: .memory) { server in
            let log = LogLines()
            let logger = Logger(label: "calls") { _ in log }
            let echo = EchoServiceClient(
                server.client.intercepted(by: ClientLogging(logger, level: .info)))
            _ = try await echo.echo(EchoMessage(text: "private"))
            await #expect(throws: RPCError.self) {
                try await echo.fail(EchoMessage(number: 5, text: "private"))
            }
            #expect(log.lines.map(\.call) == ["Echo OK", "Fail NOT_FOUND"])
            #expect(log.lines.allSatisfy { !$0.text.contains("private") })
        }
    }

    @Test func callsAreMeasuredByMethodAndStatus() async throws {
        try await withEchoServer(over: .memory) { server in
            let figures = Figures()
            let echo = EchoServiceClient(
                server.client.intercepted(by: ClientMetrics(factory: figures)))
            for _ in 0..<3 { _ = try await echo.echo(EchoMessage(payload: [1, 2, 3])) }
            await #expect(throws: RPCError.self) { try await echo.fail(EchoMessage(number: 5)) }
            #expect(
                figures.sums == [
                    "rpc_client_calls Echo OK": 3, "rpc_client_calls Fail NOT_FOUND": 1,
                    "rpc_client_sent Echo": 15, "rpc_client_received Echo": 15,
                    "rpc_client_sent Fail": 2,
                ])
        }
    }
}

/// Keeps what is logged.
private final class LogLines: LogHandler, Sendable {
    private let kept = Mutex<[(call: String, text: String)]>([])

    var lines: [(call: String, text: String)] { kept.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .info }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let metadata = event.metadata ?? [:]
        let method = metadata["rpc.method"].map { "\($0)" } ?? ""
        let status = metadata["rpc.status"].map { "\($0)" } ?? ""
        let call = "\(method.split(separator: "/").last ?? "") \(status)"
        kept.withLock { $0.append((call, "\(event.message) \(metadata)")) }
    }
}

/// Adds up what is measured, timers by how often.
private final class Figures: MetricsFactory {
    private final class Figure: CounterHandler, TimerHandler {
        let name: String
        let figures: Figures

        init(_ name: String, _ figures: Figures) {
            self.name = name
            self.figures = figures
        }

        func increment(by amount: Int64) { figures.add(amount, to: name) }
        func recordNanoseconds(_: Int64) { figures.add(1, to: name) }
        func reset() {}
    }

    private let kept = Mutex<[String: Int64]>([:])

    var sums: [String: Int64] { kept.withLock { $0 } }

    private func add(_ amount: Int64, to name: String) {
        kept.withLock { $0[name, default: 0] += amount }
    }

    private func figure(_ label: String, _ dimensions: [(String, String)]) -> Figure {
        let values = dimensions.map { $0.1.split(separator: "/").last ?? "" }
        return Figure(([label[...]] + values).joined(separator: " "), self)
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        figure(label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        figure(label, dimensions)
    }

    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func destroyCounter(_: any CounterHandler) {}
    func destroyRecorder(_: any RecorderHandler) {}
    func destroyTimer(_: any TimerHandler) {}
}
