import Metrics

/// Counts calls and messages with swift-metrics. Each metric has the dimension `method`. Its values
/// are the RPCs that the server answers; a name that a client made up is never one.
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
/// Without a backend (`MetricsSystem.bootstrap`, before the server is made) it has no part in any
/// call.
public struct MetricsInterceptor: ServerInterceptor {
    private let factory: any MetricsFactory

    public var standsBeforeAuthorization: Bool { true }

    /// - Parameter factory: the process's backend unless said otherwise.
    public init(factory: any MetricsFactory = MetricsSystem.factory) {
        self.factory = factory
    }

    public func intercept(_ rpc: ServedRPC) -> Interception? {
        guard !(factory is NOOPMetricsHandler) else { return nil }
        let metrics = CallMetrics(rpc.path, factory)
        return Interception(
            onBegin: { _ in metrics.began() },
            onReceived: { metrics.received($0.serializedSize) },
            onSent: { metrics.sent($0.serializedSize) },
            onEnd: { metrics.ended($0.status, after: $0.duration) })
    }
}
