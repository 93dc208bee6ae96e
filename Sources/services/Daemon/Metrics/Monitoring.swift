import HTTPServing
import HTTPTypes
import Introspection
import NIOCore
import NIOPosix

/// Answers Prometheus and load balancers over HTTP. Nobody has to be known: the
/// answers say nothing about users.
///
/// | path | answer |
/// | --- | --- |
/// | `/metrics` | what `--metrics-file` writes, at most a second old |
/// | `/livez` | 200 while the event loops turn; otherwise none |
/// | `/readyz`, `/healthz` | 200 while the process takes calls, otherwise 503; its troubles |
struct Monitoring: Sendable {
    let health: HealthStatus
    let metrics: RecentMetrics
    var eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton

    /// The time after an answer until the next request of its connection. Ten connections of a
    /// stranger get a hundred answers a second, and leave the event loops to the calls.
    private static let pause = Duration.milliseconds(100)

    func respond(to request: Request, _ writer: AnswerWriter) async throws {
        let (status, text) = try await answer(to: request.method, at: request.head.path ?? "")
        let fields: HTTPFields = [
            .contentType: "text/plain; version=0.0.4; charset=utf-8",
            .contentLength: "\(text.readableBytes)", .cacheControl: "no-store",
            .allow: "GET, HEAD",
        ]
        try await writer.write(
            HTTPResponse(status: status, headerFields: fields),
            request.method == .head ? nil : text)
        // A body is not read.
        if request.hasBody { throw CancellationError() }
        try await Task.sleep(for: Self.pause)
    }

    func answer(
        to method: HTTPRequest.Method, at path: String
    ) async throws -> (status: HTTPResponse.Status, text: ByteBuffer) {
        guard method == .get || method == .head else { return (.methodNotAllowed, ByteBuffer()) }
        switch path.prefix(while: { $0 != "?" }) {
        case "/metrics":
            return (.ok, await metrics.text)
        case "/livez":
            try await eventLoops.turn()
            return (.ok, ByteBuffer(string: "alive\n"))
        case "/readyz", "/healthz":
            let report = health.report
            let lines = [report.isServing ? "serving" : "not serving"] + report.troubles.map(\.key)
            let text = lines.map { $0 + "\n" }.joined()
            return (report.isServing ? .ok : .serviceUnavailable, ByteBuffer(string: text))
        default:
            return (.notFound, ByteBuffer())
        }
    }
}

extension DaemonProcess {
    /// Answers at the endpoint of `--metrics-http`; nil without one.
    var monitoringServer: HTTPServer? {
        guard let endpoint = options.metricsHTTP, let registry else { return nil }
        var configuration = HTTPServerConfiguration()
        // Out of the descriptors that connections of calls leave.
        configuration.connections = 64
        configuration.connectionsPerClient = 16
        configuration.idleTime = .seconds(10)
        configuration.stallTime = .seconds(10)
        return HTTPServer(
            at: endpoint, tls: httpTLS, configuration: configuration,
            responder: Monitoring(health: health, metrics: RecentMetrics(registry)).respond)
    }
}
