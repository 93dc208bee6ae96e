import NIOCore
import Synchronization

/// The rate meters of many callers, which calls share.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    private let maximumCount: Int
    private let meters = Mutex<[Key: RateMeter]>([:])

    /// - Parameter maximumCount: callers that are remembered. Beyond it those are forgotten that have used
    ///   least of their limit, and begin anew when they come again.
    package init(_ limit: RateLimit, maximumCount: Int = 10_000) {
        self.limit = limit
        self.maximumCount = max(2, maximumCount)
    }

    /// Callers that are remembered.
    var count: Int { meters.withLock { $0.count } }

    /// Counts a call of a caller, if it is allowed.
    ///
    /// - Returns: how long to wait before the next attempt; nil when the call is allowed.
    package func count(_ key: Key) -> Duration? { count(key, at: .now()) }

    func count(_ key: Key, at now: NIODeadline) -> Duration? {
        let wait = meters.withLock { meters in
            if meters[key] == nil, meters.count >= maximumCount { forget(&meters, at: now) }
            return meters[key, default: RateMeter(at: now)].count(against: limit, at: now)
        }
        return wait.map { Duration($0) }
    }

    /// Makes room in one sweep for as many new callers as half of those that are remembered.
    private func forget(_ meters: inout [Key: RateMeter], at now: NIODeadline) {
        meters = meters.filter { !$0.value.isIdle(at: now) }
        guard meters.count > maximumCount / 2 else { return }
        let kept = meters.sorted { $0.value.due > $1.value.due }.prefix(maximumCount / 2)
        meters = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
