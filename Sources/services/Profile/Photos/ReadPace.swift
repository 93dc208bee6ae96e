/// Keeps reads to a number of bytes a second.
struct ReadPace {
    static let usualRate = 4 << 20
    static let rates = 64 << 10...1 << 30
    /// What opening a file costs, in bytes that the disk could read meanwhile.
    private static let fileCost = 64 << 10

    private let rate: Int
    private var next = ContinuousClock.now

    /// - Parameter rate: bytes a second, at least 1.
    init(rate: Int) {
        self.rate = rate
    }

    /// Waits until as many bytes may have been read. Time that was not used is not made up for.
    ///
    /// - Throws: `CancellationError`.
    mutating func wait(for bytes: Int) async throws {
        next = max(next, .now) + .seconds(Double(max(bytes, Self.fileCost)) / Double(rate))
        try await Task.sleep(until: next)
    }
}
