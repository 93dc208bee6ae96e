/// Finds how large a window the way to a peer is worth: as large as makes the peer faster, and no
/// larger. What goes beyond only lengthens the queue in which everything else on the connection
/// waits.
///
/// It climbs: from time to time the window is doubled, or halved, and kept if that was faster, or no
/// slower.
package struct WindowSearch: Sendable, Hashable {
    /// Windows full of bytes that are timed for a verdict. The fastest counts: noise only slows down.
    private static let samples = 3
    /// Windows full of bytes between a verdict that changed nothing and the next attempt.
    private static let rest = 32
    /// What takes less time, in nanoseconds, was there already.
    private static let shortest: UInt64 = 10_000
    /// A window twice as large is kept if it is faster by this factor…
    private static let worthwhile = 1.25
    /// …and one of half the size if it is at least as fast as this.
    private static let sufficient = 0.9

    private enum Step {
        case larger, smaller
    }

    /// The window that is being tried, beside the one before.
    private var trial: Step?
    private var lastTrial = Step.smaller
    /// The speed before the trial, and the best so far, in bytes a nanosecond.
    private var speedBefore = 0.0
    private var bestSpeed = 0.0
    private var windows = 0
    private var pause = 0
    private var bytes = 0
    private var began: UInt64?

    package init() {}

    /// Counts bytes that the application has read.
    ///
    /// - Parameters:
    ///   - now: nanoseconds of a clock that never goes back.
    ///   - mayGrow: whether the application has read all that is there. Otherwise the application is slower
    ///     than the peer, and a larger window only fills up.
    /// - Returns: the window from now on.
    package mutating func window(
        afterReading count: Int, at now: UInt64, from window: Int, within bounds: ClosedRange<Int>,
        mayGrow: Bool
    ) -> Int {
        guard let began else {
            // How long the first bytes took to come is not known.
            self.began = now
            return window
        }
        bytes += count
        guard bytes >= window, now >= began + Self.shortest else { return window }
        bestSpeed = max(bestSpeed, Double(bytes) / Double(now - began))
        (bytes, self.began) = (0, now)
        windows += 1
        guard windows >= max(Self.samples, pause) else { return window }
        defer { (windows, bestSpeed) = (0, 0) }
        return trial == nil
            ? attempt(from: window, within: bounds, mayGrow: mayGrow)
            : verdict(on: window, within: bounds, mayGrow: mayGrow)
    }

    private mutating func attempt(
        from window: Int, within bounds: ClosedRange<Int>, mayGrow: Bool
    ) -> Int {
        pause = 0
        speedBefore = bestSpeed
        let steps: [Step] = lastTrial == .smaller ? [.larger, .smaller] : [.smaller, .larger]
        for step in steps {
            switch step {
            case .larger where mayGrow && window < bounds.upperBound:
                (trial, lastTrial) = (.larger, .larger)
                return min(window * 2, bounds.upperBound)
            case .smaller where window > bounds.lowerBound:
                (trial, lastTrial) = (.smaller, .smaller)
                return max(window / 2, bounds.lowerBound)
            default: continue
            }
        }
        return window
    }

    private mutating func verdict(
        on window: Int, within bounds: ClosedRange<Int>, mayGrow: Bool
    ) -> Int {
        let step = trial
        trial = nil
        let bound = step == .larger ? Self.worthwhile : Self.sufficient
        if bestSpeed >= bound * speedBefore {
            // On in the same direction.
            lastTrial = step == .larger ? .smaller : .larger
            return attempt(from: window, within: bounds, mayGrow: mayGrow)
        }
        pause = Self.rest
        return step == .larger
            ? max(window / 2, bounds.lowerBound) : min(window * 2, bounds.upperBound)
    }
}
