import NIOCore
import Synchronization

/// The rate meters of many callers, as calls share them.
package final class SharedRateLimiter<Key: Hashable & Sendable>: Sendable {
    private let limiter: Mutex<RateLimiter<Key>>
    private let now: @Sendable () -> NIODeadline

    /// - Parameter maximumCount: callers that are remembered. Beyond it those are forgotten that have used least of
    ///   their limit.
    package convenience init(_ limit: RateLimit, maximumCount: Int = 10_000) {
        self.init(limit, maximumCount: maximumCount) { .now() }
    }

    init(_ limit: RateLimit, maximumCount: Int, now: @escaping @Sendable () -> NIODeadline) {
        limiter = Mutex(RateLimiter(limit, maximumCount: maximumCount))
        self.now = now
    }

    /// Counts a call of a caller, if it is allowed.
    ///
    /// - Returns: how long to wait before the next attempt; nil when the call is allowed.
    package func count(_ key: Key) -> Duration? {
        limiter.withLock { $0.count(key, at: now()) }.map { .nanoseconds($0.nanoseconds) }
    }
}
