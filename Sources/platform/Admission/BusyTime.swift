/// Whether there has been more work than capacity for a long time. A value: its
/// owner reports when all workers become busy and when one becomes idle.
///
/// A short rest does not end a long busy time. A rest reduces the busy time at a fixed rate, and
/// the long busy time ends only at zero. Otherwise a flood that pauses for a moment would count as
/// a new burst, and all callers would wait behind it.
package struct BusyTime: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// How many times faster rest reduces the busy time than work increases it. Workers that are
    /// busy nine tenths of the time therefore never count as busy for long.
    package static let rest = 9.0

    private var length = Duration.zero
    private var wasLong = false
    private var isBusy = false
    private var since: Instant?

    package init() {}

    package func length(at now: Instant) -> Duration {
        guard let since else { return .zero }
        let elapsed = since.duration(to: now)
        return isBusy ? length + elapsed : max(.zero, length - elapsed * Self.rest)
    }

    /// - Parameter limit: the length that counts as long, and the most that is remembered.
    package func isLong(limit: Duration, at now: Instant) -> Bool {
        let length = length(at: now)
        return length >= limit || wasLong && length > .zero
    }

    package mutating func note(isBusy: Bool, limit: Duration, now: Instant) {
        wasLong = isLong(limit: limit, at: now)
        (length, since) = (min(limit, length(at: now)), now)
        self.isBusy = isBusy
    }
}
