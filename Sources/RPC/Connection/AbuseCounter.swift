import NIOCore

/// Counts what a well-behaved peer does rarely, such as cancelling calls, in intervals.
struct AbuseCounter {
    private let limit: Int
    private let interval: TimeAmount
    private var count = 0
    private var intervalEnd = NIODeadline.uptimeNanoseconds(0)

    init(limit: Int, interval: TimeAmount) {
        self.limit = limit
        self.interval = interval
    }

    /// - Returns: whether the peer has gone too far.
    mutating func strike(at now: NIODeadline) -> Bool {
        if now >= intervalEnd {
            count = 0
            intervalEnd = now + interval
        }
        count += 1
        return count > limit
    }
}
