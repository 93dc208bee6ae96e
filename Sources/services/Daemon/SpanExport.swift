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
    private let spans = Mutex<[JSON]>([])

    /// - Parameters:
    ///   - endpoint: such as `http://127.0.0.1:4318`.
    ///   - program: that the spans are of.
    init(to endpoint: String, of program: String, logger: Logger) {
        url = endpoint + (endpoint.hasSuffix("/") ? "v1/traces" : "/v1/traces")
        (self.program, self.logger) = (program, logger)
    }

    @Sendable func take(_ span: TraceSpan, endedAt: Int64, code: StatusCode) {
        let isError = code.logLevel > .debug
        let json: JSON = .object([
            "traceId": .string(span.place.trace), "spanId": .string(span.place.span),
            "parentSpanId": .string(span.parent ?? ""), "name": .string(span.name),
            "kind": .number(span.kind.rawValue),
            "startTimeUnixNano": .string("\(span.beganAt)"),
            "endTimeUnixNano": .string("\(endedAt)"),
            "attributes": .attributes([
                span.attribute, ("rpc.response.status_code", "\(code)"),
            ]),
            "status": .object(isError ? ["code": .number(2)] : [:]),
        ])
        spans.withLock { if $0.count < Self.limit { $0.append(json) } }
    }

    func run() async throws {
        try await repeating(every: .seconds(5), logger, "traces cannot be sent", send)
    }

    /// - Returns: why it could not.
    private func send() async -> String? {
        let spans = spans.withLock { spans in
            defer { spans = [] }
            return spans
        }
        guard !spans.isEmpty else { return nil }
        let body: JSON = .object([
            "resourceSpans": .array([
                .object([
                    "resource": .object([
                        "attributes": .attributes([
                            ("service.name", program), ("service.version", ProgramVersion.current),
                        ])
                    ]),
                    "scopeSpans": .array([.object(["spans": .array(spans)])]),
                ])
            ])
        ])
        // The last spans are sent after the task was cancelled.
        return await thread.run { transfer, _ in
            self.post(Array(body.line().utf8), by: transfer)
        }
    }

    private func post(_ body: [UInt8], by transfer: Transfer?) -> String? {
        guard let transfer else { return "there is no memory" }
        let end = transfer.perform(TransferCallbacks(), trusting: nil, unless: Flag()) {
            transfer.set(CURLOPT_URL, url)
            transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
            transfer.set(CURLOPT_TIMEOUT_MS, 5_000)
            transfer.set(CURLOPT_HTTPHEADER, ["Content-Type: application/json"])
            transfer.setBody(body)
        }
        guard end.code == CURLE_OK else { return end.failure }
        return end.status == 200 ? nil : "the collector answered \(end.status)"
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
