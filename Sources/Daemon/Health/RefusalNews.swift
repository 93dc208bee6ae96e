import Introspection

/// What is new about whether calls are refused, to be logged once: a value.
///
/// A process that has not served yet has some seconds before its refusing is news: the services
/// that it needs start at the same time.
struct RefusalNews: Sendable {
    /// How long nothing is said after the start.
    static let patience = Duration.seconds(10)

    enum Item: Equatable {
        /// Calls are refused, by this sentence.
        case began(String)
        /// Calls are answered again, after so long.
        case ended(after: Duration)
    }

    private let start: ContinuousClock.Instant
    private var hasServed = false
    /// Since when calls are refused, once that was told.
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
    /// What calls are refused for, nil when they are answered.
    var missing: HealthStatus.Dependency? {
        troubles.first { $0.value.status == .missing }?.value
    }

    /// What is not as it should be, by name.
    var troubles: [(key: String, value: HealthStatus.Dependency)] {
        dependencies.filter { $0.value.status != .good }.sorted { $0.key < $1.key }
    }

    /// In a line, as systemd shows it.
    ///
    /// - Parameter places: where it listens.
    func statusLine(answeringOn places: String) -> String {
        if let missing { return "Refusing calls: \(missing.sentence)" }
        let sentences = troubles.map(\.value.sentence)
        return (["Answering on \(places)"] + sentences).joined(separator: "; ")
    }
}
