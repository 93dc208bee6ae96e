import RollcallBasics

/// The versions from which watches continue that come with a cursor of any instance.
///
/// Each instance has its own versions, as names, blocks and new days reach each at a different
/// time. So a cursor is a time of the engine's clock, which all instances share. Up to that time
/// its watch was sent everything that the engine had. The cursor also does not reveal how often
/// hidden users have changed.
///
/// A watch continues from some time before its cursor. Another instance may not have sent the
/// latest changes, so they are sent again. Only an instance that has lost Profile or the engine
/// lags for longer, and it says so.
struct ResumePoints: Sendable {
    /// The least time between two points, in milliseconds.
    private static let spacing: Int64 = 5_000
    /// The most points. A cursor older than all points is invalid. With `spacing` they cover a day.
    private static let limit = 17_280

    private struct Point: Sendable {
        /// Milliseconds of the engine's clock.
        var time: Int64
        var version: UInt64
    }

    /// How far before its cursor a watch continues, in milliseconds.
    private let overlap: Int64
    private var points: [Point] = []

    init(overlap: Duration) {
        self.overlap = overlap.wholeMilliseconds
    }

    /// Records the present version.
    ///
    /// - Parameter now: the engine's clock; everything up to it is known here.
    mutating func note(_ version: UInt64, at now: Int64) {
        if let last = points.last, now < last.time + min(Self.spacing, overlap) { return }
        if points.count >= Self.limit { points.removeFirst(Self.limit / 10) }
        points.append(Point(time: now, version: version))
    }

    /// The version from which a watch continues; nil when the time before its cursor is unknown.
    func version(at cursor: Int64) -> UInt64? {
        last { $0.time <= cursor - overlap }?.version
    }

    /// The time up to which a watch at this version was sent everything; 0 when it is unknown.
    func time(of version: UInt64) -> Int64 {
        last { $0.version <= version }?.time ?? 0
    }

    /// Times and versions both rise from point to point.
    private func last(where isBefore: (Point) -> Bool) -> Point? {
        let behind = points.firstIndex(behindAll: isBefore)
        return behind > 0 ? points[behind - 1] : nil
    }
}
