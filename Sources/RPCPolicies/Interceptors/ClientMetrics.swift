import Metrics
import RollcallRPC
import Synchronization

/// Measures calls with swift-metrics, as the server's `MetricsInterceptor` does. Each metric has the
/// dimension `method`.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `rpc.client.calls.started` | counter | |
/// | `rpc.client.calls.completed` | counter | with the dimension `code`, such as `OK` |
/// | `rpc.client.calls.duration` | timer | all attempts and waits included |
/// | `rpc.client.messages.received`, `.sent` | counters | |
/// | `rpc.client.bytes.received`, `.sent` | counters | of encoded messages, without frames |
public final class ClientMetrics: ClientInterceptor {
    /// A client calls the methods that it was generated with: they are few.
    private let methods = Mutex<[String: MethodMetrics]>([:])
    private let factory: any MetricsFactory

    /// - Parameter factory: the process's backend unless said otherwise.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
    }

    public func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        let metrics = methods.withLock { methods in
            if let metrics = methods[call.method] { return metrics }
            let metrics = MethodMetrics(call.method, factory)
            methods[call.method] = metrics
            return metrics
        }
        metrics.started.increment()
        return MeasuredCall(metrics: metrics)
    }
}

/// The metrics of one method.
private final class MethodMetrics: Sendable {
    let started: Counter
    /// By the number of the code.
    let completed: [Counter]
    let duration: Timer
    let messagesReceived, messagesSent, bytesReceived, bytesSent: Counter

    init(_ method: String, _ factory: any MetricsFactory) {
        let method = [("method", method)]
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "rpc.client.\(name)", dimensions: method + dimensions, factory: factory)
        }
        started = counter("calls.started")
        completed = StatusCode.allCases.map { counter("calls.completed", [("code", "\($0)")]) }
        duration = Timer(label: "rpc.client.calls.duration", dimensions: method, factory: factory)
        messagesReceived = counter("messages.received")
        messagesSent = counter("messages.sent")
        bytesReceived = counter("bytes.received")
        bytesSent = counter("bytes.sent")
    }
}

private struct MeasuredCall: ClientCallObserver {
    let metrics: MethodMetrics
    let start = ContinuousClock.now

    func sent(_ size: Int) {
        metrics.messagesSent.increment()
        metrics.bytesSent.increment(by: size)
    }

    func received(_ size: Int) {
        metrics.messagesReceived.increment()
        metrics.bytesReceived.increment(by: size)
    }

    func ended(_ error: RPCError?) {
        metrics.completed[Int((error?.code ?? .ok).rawValue)].increment()
        metrics.duration.recordNanoseconds(Int64(start.duration(to: .now) / .nanoseconds(1)))
    }
}
