import NIOCore
import Synchronization

/// The text of the metrics, a second old at most. However many ask, it is made once in that time,
/// and on no event loop, so that scrapes disturb no call.
final class RecentMetrics: Sendable {
    private let registry: MetricsRegistry
    private let age: Duration
    private let last = Mutex<(end: ContinuousClock.Instant, text: Task<ByteBuffer, Never>)?>(nil)

    /// - Parameter age: of a text, at most.
    init(_ registry: MetricsRegistry, age: Duration = .seconds(1)) {
        (self.registry, self.age) = (registry, age)
    }

    var text: ByteBuffer {
        get async {
            let text = last.withLock { last in
                if let last, .now < last.end { return last.text }
                let text = Task { [registry] in ByteBuffer(string: registry.text()) }
                last = (.now + age, text)
                return text
            }
            return await text.value
        }
    }
}
