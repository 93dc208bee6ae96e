import CTransfer
import Logging
import MessageJSON
import RollcallAPI
import RollcallBasics
import RollcallRPC
import Synchronization
import Transfers

/// Sends spans to a collector of OpenTelemetry every five seconds: OTLP over HTTP, as JSON
/// (https://opentelemetry.io/docs/specs/otlp/#otlphttp). What cannot be sent is dropped: no call
/// waits for it.
final class SpanExport: Sendable {
    /// The most spans between two transfers.
    static let limit = 2048

    private let url: String
    private let program: String
    private let logger: Logger
    private let thread = TransferThread()
    private let ended = Mutex<(spans: [Ended], dropped: Int)>(([], 0))

    fileprivate struct Ended: Sendable {
        let span: TraceSpan
        let duration: Duration
        let code: StatusCode
    }

    /// - Parameters:
    ///   - endpoint: such as `http://127.0.0.1:4318`.
    ///   - program: that the spans are of.
    init(to endpoint: String, of program: String, logger: Logger) {
        url = endpoint + (endpoint.hasSuffix("/") ? "v1/traces" : "/v1/traces")
        (self.program, self.logger) = (program, logger)
    }

    @Sendable func take(_ span: TraceSpan, duration: Duration, code: StatusCode) {
        ended.withLock { ended in
            guard ended.spans.count < Self.limit else { return ended.dropped += 1 }
            ended.spans.append(Ended(span: span, duration: duration, code: code))
        }
    }

    func run() async throws {
        try await repeating(every: .seconds(5), logger, "traces cannot be sent", send)
    }

    /// - Returns: why it could not send all.
    private func send() async -> String? {
        let (spans, dropped) = ended.withLock { ended in
            defer { ended = ([], 0) }
            return ended
        }
        guard !spans.isEmpty else { return nil }
        // The process waits for the last ones before it ends.
        let isLast = Task.isCancelled
        let failure = await thread.run { transfer, isCancelled in
            self.post(
                self.body(spans), by: transfer, within: isLast ? 3_000 : 5_000,
                unless: isLast ? Flag() : isCancelled)
        }
        return failure ?? (dropped > 0 ? "\(dropped) spans were too many" : nil)
    }

    private func body(_ spans: [Ended]) -> [UInt8] {
        let body: JSON = .object([
            "resourceSpans": .array([
                .object([
                    "resource": .object([
                        "attributes": .attributes([
                            ("service.name", program), ("service.version", ProgramVersion.current),
                        ])
                    ]),
                    "scopeSpans": .array([.object(["spans": .array(spans.map(\.json))])]),
                ])
            ])
        ])
        return Array(body.line().utf8)
    }

    /// - Parameter time: in milliseconds.
    private func post(
        _ body: [UInt8], by transfer: Transfer?, within time: Int, unless isCancelled: Flag
    ) -> String? {
        guard let transfer else { return "there is no memory" }
        var callbacks = TransferCallbacks()
        var answered = 0
        callbacks.receive = { bytes in
            answered += bytes.count
            return answered <= 1 << 16
        }
        let end = transfer.perform(callbacks, trusting: nil, unless: isCancelled) {
            transfer.set(CURLOPT_URL, url)
            transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
            transfer.set(CURLOPT_TIMEOUT_MS, time)
            transfer.set(CURLOPT_HTTPHEADER, ["Content-Type: application/json", "Expect:"])
            transfer.setBody(body)
        }
        guard end.code == CURLE_OK else { return end.failure }
        return end.status == 200 ? nil : "the collector answered \(end.status)"
    }
}

extension SpanExport.Ended {
    fileprivate var json: JSON {
        let (seconds, fraction) = duration.components
        let end = span.beganAt + seconds * 1_000_000_000 + fraction / 1_000_000_000
        let status = ("rpc.response.status_code", "\(code)")
        return .object([
            "traceId": .string(span.place.trace), "spanId": .string(span.place.span),
            "parentSpanId": .string(span.parent ?? ""), "name": .string(span.name),
            "kind": .number(span.kind.rawValue),
            "startTimeUnixNano": .string("\(span.beganAt)"),
            "endTimeUnixNano": .string("\(end)"),
            "attributes": .attributes([span.attribute] + (span.kind == .server ? [status] : [])),
            "status": .object(code.logLevel > .debug ? ["code": .number(2)] : [:]),
        ])
    }
}

extension JSON {
    fileprivate static func attributes(_ attributes: [TraceSpan.Attribute]) -> JSON {
        .array(
            attributes.map { name, value in
                .object(["key": .string(name), "value": .object(["stringValue": .string(value)])])
            })
    }
}
