import NIOCore

/// The rate meters of many callers, as a value of bounded size.
///
/// When there are too many callers, those that have used least of their limit are forgotten, and
/// begin anew when they come again.
struct RateLimiter<Key: Hashable & Sendable>: Sendable {
    let limit: RateLimit
    /// The most callers that are remembered.
    let maximumCount: Int
    private var meters: [Key: RateMeter] = [:]

    init(_ limit: RateLimit, maximumCount: Int) {
        self.limit = limit
        self.maximumCount = max(2, maximumCount)
    }

    var count: Int { meters.count }

    /// Counts a call of a caller, if it is allowed.
    ///
    /// - Returns: how long to wait before the next attempt; nil when the call is allowed.
    mutating func count(_ key: Key, at now: NIODeadline) -> TimeAmount? {
        if meters[key] == nil, meters.count >= maximumCount { forget(at: now) }
        return meters[key, default: RateMeter(at: now)].count(against: limit, at: now)
    }

    /// Makes room in one sweep for as many new callers as half of those that are remembered.
    private mutating func forget(at now: NIODeadline) {
        meters = meters.filter { !$0.value.isIdle(at: now) }
        guard meters.count > maximumCount / 2 else { return }
        let kept = meters.sorted { $0.value.due > $1.value.due }.prefix(maximumCount / 2)
        meters = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
