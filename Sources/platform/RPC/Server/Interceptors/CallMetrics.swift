import Metrics
import Synchronization

/// What a server counts of one method.
package final class CallMetrics: Sendable {
    private let started: Counter
    /// By the number of the code.
    private let completed: [Counter]
    private let duration: Timer
    private let running: Meter
    private let runningCount = Atomic(0)
    private let messagesReceived, messagesSent, bytesReceived, bytesSent: Counter

    /// - Parameter prefix: of the names of its metrics.
    init(_ method: String, _ factory: any MetricsFactory, prefix: String = "rpc.server") {
        let method = [("method", method)]
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "\(prefix).\(name)", dimensions: method + dimensions, factory: factory)
        }
        started = counter("calls.started")
        completed = StatusCode.allCases.map { counter("calls.completed", [("code", "\($0)")]) }
        duration = Timer(label: "\(prefix).calls.duration", dimensions: method, factory: factory)
        running = Meter(label: "\(prefix).calls.running", dimensions: method, factory: factory)
        messagesReceived = counter("messages.received")
        messagesSent = counter("messages.sent")
        bytesReceived = counter("bytes.received")
        bytesSent = counter("bytes.sent")
    }

    /// Those of a server other than of RPCs; nil in a process that keeps none.
    package static func of(_ method: String, prefix: String) -> CallMetrics? {
        let factory = MetricsSystem.factory
        guard !(factory is NOOPMetricsHandler) else { return nil }
        return CallMetrics(method, factory, prefix: prefix)
    }

    package func began() {
        started.increment()
        running.set(runningCount.add(1, ordering: .relaxed).newValue)
    }

    /// - Parameter size: of a message, in bytes.
    package func received(_ size: Int) {
        messagesReceived.increment()
        bytesReceived.increment(by: size)
    }

    /// - Parameter size: of a message, in bytes.
    package func sent(_ size: Int) {
        messagesSent.increment()
        bytesSent.increment(by: size)
    }

    package func ended(_ code: StatusCode, after time: Duration) {
        running.set(runningCount.subtract(1, ordering: .relaxed).newValue)
        completed[Int(code.rawValue)].increment()
        duration.recordNanoseconds(Int64(time / .nanoseconds(1)))
    }
}
