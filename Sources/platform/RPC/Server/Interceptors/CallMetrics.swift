import Metrics
import Synchronization

/// What a server counts of one method.
final class CallMetrics: Sendable {
    private let started: Counter
    /// By the number of the code.
    private let completed: [Counter]
    private let duration: Timer
    private let running: Meter
    private let runningCount = Atomic(0)
    private let messagesReceived, messagesSent, bytesReceived, bytesSent: Counter

    init(_ method: String, _ factory: any MetricsFactory) {
        let method = [("method", method)]
        func counter(_ name: String, _ dimensions: [(String, String)] = []) -> Counter {
            Counter(label: "rpc.server.\(name)", dimensions: method + dimensions, factory: factory)
        }
        started = counter("calls.started")
        completed = StatusCode.allCases.map { counter("calls.completed", [("code", "\($0)")]) }
        duration = Timer(label: "rpc.server.calls.duration", dimensions: method, factory: factory)
        running = Meter(label: "rpc.server.calls.running", dimensions: method, factory: factory)
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

    func ended(_ code: StatusCode, after time: Duration) {
        running.set(runningCount.subtract(1, ordering: .relaxed).newValue)
        completed[Int(code.rawValue)].increment()
        duration.recordNanoseconds(Int64(time / .nanoseconds(1)))
    }
}
