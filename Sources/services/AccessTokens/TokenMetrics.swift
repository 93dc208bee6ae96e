import Metrics

/// What a verifier reports with swift-metrics.
///
/// | metric | kind | |
/// | --- | --- | --- |
/// | `tokens.checks` | counter | with the dimension `source`: `cached`, `verified`, `refused` |
/// | `tokens.revocations.age.seconds` | meter | seconds since revocations were last heard of |
/// | `tokens.revocations.lost` | counter | how often their stream was lost |
struct TokenMetrics: Sendable {
    private let cached: Counter
    private let verified: Counter
    private let refused: Counter
    private let lost: Counter
    private let age: Meter

    init(factory: any MetricsFactory) {
        func checks(_ source: String) -> Counter {
            Counter(label: "tokens.checks", dimensions: [("source", source)], factory: factory)
        }
        (cached, verified, refused) = (checks("cached"), checks("verified"), checks("refused"))
        lost = Counter(label: "tokens.revocations.lost", factory: factory)
        age = Meter(label: "tokens.revocations.age.seconds", factory: factory)
    }

    func publish(_ counts: CheckCounts.Taken) {
        cached.increment(by: counts.cached)
        verified.increment(by: counts.verified)
        refused.increment(by: counts.refused)
    }

    /// - Parameter age: how long ago revocations were last heard of.
    func publish(age: Duration) {
        self.age.set(age / .seconds(1))
    }

    func countLoss() {
        lost.increment()
    }
}
