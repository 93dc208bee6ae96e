import NIOCore

/// Counts what a well-behaved peer does rarely, in intervals: frames against the rules, and calls
/// that it cancels beyond those that it lets end well.
struct AbuseCounter {
    private let limit: Int32
    private let interval: TimeAmount
    private var brokenFrames: Int32 = 0
    /// Below zero once more calls have ended well: so many may be cancelled later, up to the limit.
    private var cancels: Int32 = 0
    private var intervalEnd = NIODeadline.uptimeNanoseconds(0)

    init(limit: Int, interval: TimeAmount) {
        self.limit = Int32(clamping: limit)
        self.interval = interval
    }

    /// A frame breaks a rule.
    ///
    /// - Returns: whether the peer has gone too far.
    mutating func strike(at now: NIODeadline) -> Bool {
        pass(to: now)
        brokenFrames += 1
        return brokenFrames > limit
    }

    /// The peer cancels a call.
    ///
    /// - Returns: whether the peer has gone too far.
    mutating func cancel(at now: NIODeadline) -> Bool {
        pass(to: now)
        cancels += 1
        return cancels > limit
    }

    /// A call has ended well.
    mutating func complete() {
        cancels = max(cancels - 1, -limit)
    }

    private mutating func pass(to now: NIODeadline) {
        guard now >= intervalEnd else { return }
        (brokenFrames, cancels) = (0, min(cancels, 0))
        intervalEnd = now + interval
    }
}
