/// Whether there has been more to do than could be done, for long: a value that is told when work begins
/// to pile up and when somebody is idle.
///
/// A moment of rest does not undo a long time without any: it is taken off at a rate, and only when
/// nothing is left is a long time over. Else whoever pauses a flood for a moment would be taken for a
/// burst again, and all would wait behind it.
struct BusyTime {
    typealias Instant = ContinuousClock.Instant

    /// How many times faster a rest undoes it than it comes about: so who is busy for nine tenths of
    /// the time never gets far.
    static let rest = 9.0

    private var length = Duration.zero
    private var wasLong = false
    private var isBusy = false
    private var since: Instant?

    func length(at now: Instant) -> Duration {
        guard let since else { return .zero }
        let elapsed = since.duration(to: now)
        return isBusy ? length + elapsed : max(.zero, length - elapsed * Self.rest)
    }

    /// - Parameter limit: what is long, and the longest that is remembered.
    func isLong(limit: Duration, at now: Instant) -> Bool {
        let length = length(at: now)
        return length >= limit || wasLong && length > .zero
    }

    mutating func note(isBusy: Bool, limit: Duration, now: Instant) {
        wasLong = isLong(limit: limit, at: now)
        (length, since) = (min(limit, length(at: now)), now)
        self.isBusy = isBusy
    }
}
