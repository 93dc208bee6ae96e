import Metrics
import Synchronization

/// Measures each call: `rpc_client_calls`, how long calls took, by method and status; and
/// `rpc_client_sent` and `rpc_client_received`, the bytes of their messages, by method.
public final class ClientMetrics: ClientInterceptor {
    private let methods = Mutex<[String: MethodMetrics]>([:])
    private let factory: any MetricsFactory

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
        return MeasuredCall(metrics: metrics)
    }
}

/// The metrics of one method. A client calls the methods that it was generated with: they are few.
private final class MethodMetrics: Sendable {
    let method: String
    let sent: Counter
    let received: Counter
    private let factory: any MetricsFactory
    private let timers = Mutex<[StatusCode: Timer]>([:])

    init(_ method: String, _ factory: any MetricsFactory) {
        self.method = method
        self.factory = factory
        let dimensions = [("method", method)]
        self.sent = Counter(label: "rpc_client_sent", dimensions: dimensions, factory: factory)
        self.received = Counter(
            label: "rpc_client_received", dimensions: dimensions, factory: factory)
    }

    func timer(of code: StatusCode) -> Timer {
        timers.withLock { timers in
            if let timer = timers[code] { return timer }
            let timer = Timer(
                label: "rpc_client_calls",
                dimensions: [("method", method), ("status", "\(code)")], factory: factory)
            timers[code] = timer
            return timer
        }
    }
}

private struct MeasuredCall: ClientCallObserver {
    let metrics: MethodMetrics
    let start = ContinuousClock.now

    func sent(_ size: Int) { metrics.sent.increment(by: size) }

    func received(_ size: Int) { metrics.received.increment(by: size) }

    func ended(_ error: RPCError?) {
        metrics.timer(of: error?.code ?? .ok).record(duration: ContinuousClock.now - start)
    }
}
