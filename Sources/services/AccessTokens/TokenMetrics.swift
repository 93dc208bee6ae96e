import Metrics

/// What a verifier reports with swift-metrics.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `tokens.revocations.age.seconds` | meter | seconds since revocations were last heard of |
/// | `tokens.revocations.lost` | counter | how often their stream was lost |
struct TokenMetrics: Sendable {
    private let lost: Counter
    private let age: Meter

    init(factory: any MetricsFactory) {
        lost = Counter(label: "tokens.revocations.lost", factory: factory)
        age = Meter(label: "tokens.revocations.age.seconds", factory: factory)
    }

    /// - Parameter age: how long ago revocations were last heard of.
    func publish(age: Duration) {
        self.age.set(age / .seconds(1))
    }

    func countLoss() {
        lost.increment()
    }
}
