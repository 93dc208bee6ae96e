import Introspection

/// Decides when to log that calls are refused or accepted again, once each. It is a value.
///
/// A process that has not served yet has some seconds before a refusal is logged: the services that it
/// needs start at the same time.
struct RefusalNews: Sendable {
    /// The time after the start in which nothing is logged.
    static let patience = Duration.seconds(10)

    enum Item: Equatable {
        /// Calls are refused, for the reason in this sentence.
        case began(String)
        /// Calls are accepted again, after this time.
        case ended(after: Duration)
    }

    private let start: ContinuousClock.Instant
    private var hasServed = false
    /// The begin of the refusals, once they were logged.
    private var refusedSince: ContinuousClock.Instant?

    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    mutating func take(
        _ report: HealthStatus.Report, at now: ContinuousClock.Instant
    ) -> Item? {
        guard let missing = report.missing else {
            hasServed = true
            defer { refusedSince = nil }
            return refusedSince.map { .ended(after: $0.duration(to: now)) }
        }
        guard refusedSince == nil, hasServed || start.duration(to: now) >= Self.patience else {
            return nil
        }
        refusedSince = missing.since
        return .began(missing.sentence)
    }
}

extension HealthStatus.Report {
    /// The dependency for whose lack calls are refused; nil if they are accepted.
    var missing: HealthStatus.Dependency? {
        troubles.first { $0.value.status == .missing }?.value
    }

    /// The dependencies that are not good, by name.
    var troubles: [(key: String, value: HealthStatus.Dependency)] {
        dependencies.filter { $0.value.status != .good }.sorted { $0.key < $1.key }
    }

    /// The status in one line, as systemd shows it.
    ///
    /// - Parameter places: the endpoints where it listens.
    func statusLine(answeringOn places: String) -> String {
        if let missing { return "Refusing calls: \(missing.sentence)" }
        let sentences = troubles.map(\.value.sentence)
        return (["Answering on \(places)"] + sentences).joined(separator: "; ")
    }
}
