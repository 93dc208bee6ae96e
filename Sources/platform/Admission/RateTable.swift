/// How much each of many callers has used of a rate, in bounded memory. A value: the clock is the
/// caller's.
package struct RateTable<Key: Hashable & Sendable>: Sendable {
    package let rate: GCRA
    package let maximumCount: Int
    /// See `GCRA.take`.
    private var dues: [Key: Int64] = [:]

    /// - Parameter maximumCount: callers that are remembered. Beyond it those are forgotten that
    ///   have used least of their limit, and begin anew when they come again.
    package init(_ rate: GCRA, maximumCount: Int) {
        self.rate = rate
        self.maximumCount = max(2, maximumCount)
    }

    /// Callers that are remembered.
    package var count: Int { dues.count }

    /// Takes a permit of a caller, if there is one.
    ///
    /// - Returns: the ticks until there is a permit; nil when one was taken.
    package mutating func take(_ key: Key, now: Int64) -> Int64? {
        if dues[key] == nil, dues.count >= maximumCount { forget(now) }
        return rate.take(&dues[key, default: now], now: now)
    }

    /// Makes room in one sweep for as many new callers as half of those that are remembered.
    private mutating func forget(_ now: Int64) {
        dues = dues.filter { $0.value > now }
        guard dues.count > maximumCount / 2 else { return }
        let kept = dues.sorted { $0.value > $1.value }.prefix(maximumCount / 2)
        dues = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
