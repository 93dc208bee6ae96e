import Introspection

/// Decides when to log that a trouble has begun or ended, once each: that calls are refused, or
/// that a dependency is impaired. It is a value.
///
/// A process that was not free of it yet has some seconds before it is logged: the services that it
/// needs start at the same time.
struct TroubleNews: Sendable {
    /// The time after the start in which nothing is logged.
    static let patience = Duration.seconds(10)

    enum Item: Equatable {
        /// It has begun, for the reason in this sentence.
        case began(String)
        /// It is over, after this time.
        case ended(after: Duration)
    }

    private let start: ContinuousClock.Instant
    private var wasFree = false
    /// The begin of the trouble, once it was logged.
    private var loggedSince: ContinuousClock.Instant?

    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    /// - Parameter trouble: the dependency that causes it; nil if there is none.
    mutating func take(
        _ trouble: HealthStatus.Dependency?, at now: ContinuousClock.Instant
    ) -> Item? {
        guard let trouble else {
            wasFree = true
            defer { loggedSince = nil }
            return loggedSince.map { .ended(after: $0.duration(to: now)) }
        }
        guard loggedSince == nil, wasFree || start.duration(to: now) >= Self.patience else {
            return nil
        }
        loggedSince = trouble.since
        return .began(trouble.sentence)
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
