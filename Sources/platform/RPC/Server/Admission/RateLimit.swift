import NIOCore

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

    /// What so many callers may do together.
    func shared(by callers: Int64) -> RateLimit {
        RateLimit(rate: GCRA(callers, per: rate.spacing, burst: rate.burst * callers))
    }

    private init(rate: GCRA) {
        self.rate = rate
    }
}

/// How much of a rate limit one caller has used.
struct RateMeter: Equatable {
    /// When the next call would come if the caller kept to the steady rate.
    private(set) var due: NIODeadline

    init(at now: NIODeadline) {
        self.due = now
    }

    /// Whether the caller is as good as one that was never seen.
    func isIdle(at now: NIODeadline) -> Bool { due <= now }

    /// Counts a call, if it is allowed.
    ///
    /// - Returns: how long to wait before the next attempt; nil when the call is allowed.
    mutating func count(against limit: RateLimit, at now: NIODeadline) -> TimeAmount? {
        // From now on: an instant of this clock may be beyond what an Int64 holds.
        var ahead = (due - now).nanoseconds
        let wait = limit.rate.take(&ahead, now: 0)
        if wait == nil { due = now + .nanoseconds(ahead) }
        return wait.map { .nanoseconds($0) }
    }
}
