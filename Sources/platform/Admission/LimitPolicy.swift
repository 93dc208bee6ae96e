/// How many permits a limit has, as an operator writes it.
package struct LimitPolicy: Equatable, Sendable {
    package static let counts = 1...1_000_000
    /// Up to 30 days.
    package static let windows = 1...2_592_000

    /// Permits in a window.
    package let count: Int
    /// Seconds.
    package let window: Int
    /// Permits that may be taken at once.
    package let burst: Int

    package init(_ count: Int, per window: Int, burst: Int? = nil) {
        self.count = count
        self.window = window
        self.burst = burst ?? count
    }

    /// Reads `COUNT/SECONDS` or `COUNT/SECONDS:BURST`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]) else { return nil }
        let rest = parts[1].split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(rest.count), let window = Int(rest[0]) else { return nil }
        let burst = rest.count == 2 ? Int(rest[1]) : count
        guard let burst, Self.counts.contains(count), Self.counts.contains(burst),
            Self.windows.contains(window)
        else { return nil }
        self.init(count, per: window, burst: burst)
    }

    /// In milliseconds.
    ///
    /// - Parameter shares: how many callers share one bucket.
    package func rate(shares: Int) -> GCRA {
        GCRA(Int64(count * shares), per: Int64(window) * 1000, burst: Int64(burst * shares))
    }
}
