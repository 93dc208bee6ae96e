import Metrics

/// What both sides of calls count of one method.
package final class CallMetrics: Sendable {
    private let started: Counter
    /// By the number of the code.
    private let completed: [Counter]
    private let duration: Timer
    private let messagesReceived, messagesSent, bytesReceived, bytesSent: Counter

    /// - Parameter prefix: what the names of the metrics begin with: `rpc.server` or `rpc.client`.
    package init(_ prefix: String, _ method: String, _ factory: any MetricsFactory) {
        let method = [("method", method)]
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "\(prefix).\(name)", dimensions: method + dimensions, factory: factory)
        }
        started = counter("calls.started")
        completed = StatusCode.allCases.map { counter("calls.completed", [("code", "\($0)")]) }
        duration = Timer(label: "\(prefix).calls.duration", dimensions: method, factory: factory)
        messagesReceived = counter("messages.received")
        messagesSent = counter("messages.sent")
        bytesReceived = counter("bytes.received")
        bytesSent = counter("bytes.sent")
    }

    package func began() {
        started.increment()
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
        completed[Int(code.rawValue)].increment()
        duration.recordNanoseconds(Int64(time / .nanoseconds(1)))
    }
}
