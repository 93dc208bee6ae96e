/// Keeps reads to a number of bytes a second.
struct ScrubPace {
    private let rate: Int
    private var next = ContinuousClock.now

    /// - Parameter rate: bytes a second, at least 1.
    init(rate: Int) {
        self.rate = rate
    }

    /// Waits until as many bytes may have been read.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait(for bytes: Int) async throws {
        let bytes = max(bytes, ScrubPolicy.fileCost)
        // Time that was not used is not made up for.
        next = max(next, .now) + .seconds(Double(bytes) / Double(rate))
        try await Task.sleep(until: next)
    }
}
