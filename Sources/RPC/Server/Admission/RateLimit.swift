import NIOCore

/// So many calls in so much time, spread evenly but for a burst.
public struct RateLimit: Sendable, Equatable {
    /// Between two calls at the steady rate.
    let spacing: TimeAmount
    /// How far ahead of the steady rate a caller may be.
    let tolerance: TimeAmount

    /// - Parameters:
    ///   - count: calls that are allowed in `interval`; at least 1.
    ///   - burst: calls that may come at once; as many as `count` unless said otherwise.
    public init(_ count: Int, per interval: TimeAmount, burst: Int? = nil) {
        let count = max(1, count)
        self.spacing = .nanoseconds(max(1, interval.nanoseconds / Int64(count)))
        self.tolerance = .nanoseconds(spacing.nanoseconds * Int64(max(1, burst ?? count) - 1))
    }
}

/// How much of a rate limit one caller has used: the generic cell rate algorithm (ITU-T I.371), which
/// needs one instant a caller.
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
        let start = max(due, now)
        let wait = (start - now) - limit.tolerance
        guard wait <= .zero else { return wait }
        due = start + limit.spacing
        return nil
    }
}
