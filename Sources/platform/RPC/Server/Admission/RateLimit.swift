import Admission
import NIOCore
import Synchronization

/// So many calls in so much time, spread evenly but for a burst.
public struct RateLimit: Sendable, Hashable {
    /// In nanoseconds.
    let rate: GCRA

    /// - Parameters:
    ///   - count: calls that are allowed in `interval`; at least 1.
    ///   - burst: calls that may come at once; as many as `count` unless said otherwise.
    public init(_ count: Int, per interval: Duration, burst: Int? = nil) {
        let count = max(1, count)
        rate = GCRA(
            Int64(count), per: TimeAmount(interval).nanoseconds,
            burst: Int64(max(1, burst ?? count)))
    }

    private init(rate: GCRA) {
        self.rate = rate
    }

    /// What so many callers may do together.
    func shared(by callers: Int64) -> RateLimit {
        RateLimit(rate: GCRA(callers, per: rate.spacing, burst: rate.burst * callers))
    }
}

/// What many callers have used of a limit, for calls on any thread.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    let table: Mutex<RateTable<Key>>

    /// - Parameter maximumCount: see `RateTable`.
    package init(_ limit: RateLimit, maximumCount: Int = 10_000) {
        table = Mutex(RateTable(limit.rate, maximumCount: maximumCount))
    }

    /// Counts a call of a caller, if it is allowed.
    ///
    /// - Returns: how long to wait before the next attempt; nil when the call is allowed.
    package func count(_ key: Key) -> Duration? { count(key, at: .now()) }

    /// Counts by another limit from now on, and everybody anew.
    package func change(_ limit: RateLimit) {
        table.withLock { table in
            guard table.rate != limit.rate else { return }
            table = RateTable(limit.rate, maximumCount: table.maximumCount)
        }
    }

    func count(_ key: Key, at now: NIODeadline) -> Duration? {
        let wait = table.withLock { $0.take(key, now: Int64(clamping: now.uptimeNanoseconds)) }
        return wait.map { .nanoseconds($0) }
    }
}
