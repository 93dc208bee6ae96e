/// A point in time on two clocks. Leases are measured by the monotonic clock; times that users see
/// are of the wall clock.
package struct Moment: Sendable {
    /// Milliseconds since a point that stays the same while the process runs; never goes back.
    var monotonic: Int64
    /// Milliseconds since 1970-01-01 UTC.
    var wall: Int64
}
