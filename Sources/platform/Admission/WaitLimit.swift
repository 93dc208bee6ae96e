/// Refuses what would be served too late, by how long each item has waited when its turn comes, as
/// CoDel does (RFC 8289). A value.
///
/// A burst is served, late: after the worker has stood still for a second, a line that takes less
/// than half of what the worker can do is below its target again within the interval. Once all
/// items have waited for longer than the target for an interval, more comes than is served. Then
/// each item above the target is refused, until one is below it. Those that are served have waited
/// for the target and the interval at most, as long as the worker keeps its pace.
package struct WaitLimit: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// How long all items may have waited for longer than the target.
    private static let interval = Duration.milliseconds(500)

    /// How long an item may wait in a line that does not get shorter by itself.
    private let target: Duration
    /// The first and the last turn of the items that have waited for too long, one after the other.
    private var late: (first: Instant, last: Instant)?

    package init(target: Duration) {
        self.target = target
    }

    /// Called for each item whose turn comes, in the order in which they came.
    package mutating func refuses(_ arrival: Instant, at now: Instant) -> Bool {
        guard now - arrival > target else {
            late = nil
            return false
        }
        // An item that came behind the last turn has found the line empty: the burst before it is
        // over.
        if let last = late?.last, arrival > last { late = nil }
        let first = late?.first ?? now
        late = (first, now)
        return now - first >= Self.interval
    }
}
