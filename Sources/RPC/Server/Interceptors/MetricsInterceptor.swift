import Metrics
import Synchronization

/// Counts calls and messages with swift-metrics. Each metric has the dimension `method`. Its values are the RPCs
/// that the server answers; a name that a client made up is never one.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `rpc.server.calls.started` | counter | |
/// | `rpc.server.calls.completed` | counter | with the dimension `code`, such as `OK` |
/// | `rpc.server.calls.running` | meter | |
/// | `rpc.server.calls.duration` | timer | |
/// | `rpc.server.messages.received`, `.sent` | counters | |
/// | `rpc.server.bytes.received`, `.sent` | counters | of encoded messages, without frames |
///
/// Without a backend (`MetricsSystem.bootstrap`, before the server is made) it has no part in any call.
public struct MetricsInterceptor: ServerInterceptor {
    private let factory: any MetricsFactory

    public var standsBeforeAuthorization: Bool { true }

    /// - Parameter factory: the process's backend unless said otherwise.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard !(factory is NOOPMetricsHandler) else { return nil }
        let metrics = CallMetrics(rpc, factory)
        return Interception(
            onBegin: { _ in metrics.began() },
            onReceived: { metrics.received($0.serializedSize) },
            onSent: { metrics.sent($0.serializedSize) },
            onEnd: { metrics.ended($0) })
    }
}

/// The metrics of one RPC.
private final class CallMetrics: Sendable {
    private let started: Counter
    /// By the number of the code.
    private let completed: [Counter]
    private let running: Meter
    private let runningCount = Atomic(0)
    private let duration: Timer
    private let messagesReceived, messagesSent, bytesReceived, bytesSent: Counter

    init(_ rpc: ServedRPC, _ factory: any MetricsFactory) {
        let method = [("method", rpc.path)]
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "rpc.server.\(name)", dimensions: method + dimensions, factory: factory)
        }
        started = counter("calls.started")
        completed = StatusCode.allCases.map { counter("calls.completed", [("code", "\($0)")]) }
        running = Meter(label: "rpc.server.calls.running", dimensions: method, factory: factory)
        duration = Timer(label: "rpc.server.calls.duration", dimensions: method, factory: factory)
        messagesReceived = counter("messages.received")
        messagesSent = counter("messages.sent")
        bytesReceived = counter("bytes.received")
        bytesSent = counter("bytes.sent")
    }

    func began() {
        started.increment()
        running.set(runningCount.add(1, ordering: .relaxed).newValue)
    }

    /// - Parameter size: of a message, in bytes.
    func received(_ size: Int) {
        messagesReceived.increment()
        bytesReceived.increment(by: size)
    }

    /// - Parameter size: of a message, in bytes.
    func sent(_ size: Int) {
        messagesSent.increment()
        bytesSent.increment(by: size)
    }

    func ended(_ call: EndedCall) {
        running.set(runningCount.subtract(1, ordering: .relaxed).newValue)
        completed[Int(call.status.rawValue)].increment()
        duration.recordNanoseconds(Int64(call.duration / .nanoseconds(1)))
    }
}
