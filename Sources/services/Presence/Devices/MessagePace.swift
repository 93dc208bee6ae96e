import Admission

/// How fast the messages of one stream are taken: 20 a second after the first 100. What comes
/// faster waits with the sender, who runs out of credit.
struct MessagePace {
    private static let rate = GCRA(20, per: 1_000, burst: 100)

    private var due = Int64.min

    /// Waits after a message until the next one may be taken.
    ///
    /// - Throws: `CancellationError`.
    mutating func keep(at now: Moment) async throws {
        guard let pause = Self.rate.take(&due, now: now.monotonic) else { return }
        try await Task.sleep(for: .milliseconds(pause))
        _ = Self.rate.take(&due, now: now.monotonic + pause)
    }
}
