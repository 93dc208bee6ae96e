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
    private let methods = Mutex<[String: CallMetrics]>([:])
    private let factory: any MetricsFactory

    /// - Parameter factory: the process's backend unless said otherwise.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
    }

    public func begin(_ call: inout ClientCall) -> (any ClientCallObserver)? {
        let metrics = methods.withLock { methods in
            if let metrics = methods[call.method] { return metrics }
            let metrics = CallMetrics("rpc.client", call.method, factory)
            methods[call.method] = metrics
            return metrics
        }
        metrics.began()
        return MeasuredCall(metrics: metrics)
    }
}

private struct MeasuredCall: ClientCallObserver {
    let metrics: CallMetrics
    let start = ContinuousClock.now

    func sent(_ size: Int) { metrics.sent(size) }

    func received(_ size: Int) { metrics.received(size) }

    func ended(_ error: RPCError?) {
        metrics.ended(error?.code ?? .ok, after: start.duration(to: .now))
    }
}
