import RollcallBasics

/// From which version a watch goes on that comes with a cursor of any instance.
///
/// Versions are each instance's own, as names, blocks and new days reach each at a moment of its own. So a cursor
/// is a time of the engine's clock, which is the same for all: up to then its watch was told what the engine had.
/// It also says nothing of how often users have changed whom its holder may not see.
///
/// A watch goes on from some time before its cursor. What another instance may not have told yet, as it had not
/// heard of it, is told again then. No instance lags behind others for longer, unless it has lost Profile or the
/// engine, and says so.
struct ResumePoints: Sendable {
    /// How often a point is noted, at most, in milliseconds.
    private static let spacing: Int64 = 5_000
    /// A cursor that is older than all points is of no use. With the spacing, a day.
    private static let limit = 17_280

    private struct Point: Sendable {
        /// Milliseconds of the engine's clock.
        var time: Int64
        var version: UInt64
    }

    /// How far before the cursor, in milliseconds.
    private let overlap: Int64
    private var points: [Point] = []

    init(overlap: Duration) {
        self.overlap = overlap.wholeMilliseconds
    }

    /// Notes which version it is now.
    ///
    /// - Parameter now: of the engine's clock, up to which all is known here.
    mutating func note(_ version: UInt64, at now: Int64) {
        if let last = points.last, now < last.time + min(Self.spacing, overlap) { return }
        if points.count >= Self.limit { points.removeFirst(Self.limit / 10) }
        points.append(Point(time: now, version: version))
    }

    /// From which version a watch goes on; nil when too little is known of the time before its cursor.
    func version(at cursor: Int64) -> UInt64? {
        last { $0.time <= cursor - overlap }?.version
    }

    /// Up to when a watch was told all that was told a version; 0 when that is not known.
    func time(of version: UInt64) -> Int64 {
        last { $0.version <= version }?.time ?? 0
    }

    /// Both times and versions rise from point to point.
    private func last(where isBefore: (Point) -> Bool) -> Point? {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(points[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? points[low - 1] : nil
    }
}
