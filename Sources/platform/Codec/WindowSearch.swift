/// Finds the best window for a peer: as large as makes the peer faster, and no larger. A larger one
/// only lengthens the queue in which all other calls of the connection wait.
///
/// From time to time the window is doubled or halved. The new size is kept if it is faster, or no
/// slower.
package struct WindowSearch: Sendable, Hashable {
    /// The windows full of bytes that are timed for a verdict. The fastest counts, as noise only
    /// slows down.
    private static let samples = 3
    /// The windows full of bytes between a verdict that changed nothing and the next trial.
    private static let rest = 32
    /// Bytes that take less time, in nanoseconds, had already arrived.
    private static let shortest: UInt64 = 10_000
    /// A doubled window is kept if it is faster by this factor…
    private static let worthwhile = 1.25
    /// …and a halved one if it has at least this part of the speed.
    private static let sufficient = 0.9

    private enum Step {
        case larger, smaller
    }

    /// The present trial.
    private var trial: Step?
    private var lastTrial = Step.smaller
    /// The speed before the trial, and the best so far, in bytes per nanosecond.
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
    ///   - mayGrow: whether the application has read everything. Otherwise it is slower than the
    ///     peer, and a larger window would only fill up.
    /// - Returns: the window from now on.
    package mutating func window(
        afterReading count: Int, at now: UInt64, from window: Int, within bounds: ClosedRange<Int>,
        mayGrow: Bool
    ) -> Int {
        guard let began else {
            // The time for the first bytes is unknown.
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
            // Continues in the same direction.
            lastTrial = step == .larger ? .smaller : .larger
            return attempt(from: window, within: bounds, mayGrow: mayGrow)
        }
        pause = Self.rest
        return step == .larger
            ? max(window / 2, bounds.lowerBound) : min(window * 2, bounds.upperBound)
    }
}
