import RollcallRPC

/// How much of something is allowed.
package struct LimitPolicy: Equatable, Sendable {
    package static let counts = 1...1_000_000
    /// Up to 30 days.
    package static let windows = 1...2_592_000

    /// Units in a window.
    let count: Int
    /// Seconds.
    let window: Int
    /// Units that may be taken at once.
    let burst: Int

    init(_ count: Int, per window: Int, burst: Int? = nil) {
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

    /// - Parameter shares: how many callers have one meter together, so that it has to last.
    func rate(shares: Int = 1) -> CellRate {
        CellRate(
            Int64(count * shares), per: Int64(window) * 1000, burst: Int64(burst * shares))
    }
}

/// The limits of a process: those of `LimitName.standard`, but for what was set.
package struct LimitPolicies: Sendable {
    private var chosen: [LimitName: LimitPolicy] = [:]

    package init() {}

    package subscript(name: LimitName) -> LimitPolicy {
        get { chosen[name] ?? name.standard }
        set { chosen[name] = newValue }
    }
}
