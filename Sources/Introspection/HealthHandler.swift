import RollcallRPC
import Synchronization

/// Answers whether the services of this process take calls. A file each has the RPCs.
package final class HealthHandler: HealthService {
    let status: HealthStatus
    let watches: WatchSlots

    /// - Parameter maximumWatches: how many may watch at once, over all connections.
    package init(_ status: HealthStatus, maximumWatches: Int = 10_000) {
        self.status = status
        self.watches = WatchSlots(maximum: maximumWatches)
    }
}

/// Room for a number of watches at once.
final class WatchSlots: Sendable {
    private let maximum: Int
    private let taken = Atomic(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// - Throws: `RPCError` (overload) when there is no room.
    func take() throws {
        guard taken.add(1, ordering: .relaxed).newValue <= maximum else {
            release()
            throw RPCError.overload(
                "too many watch the health of this server", retryAfter: .seconds(1))
        }
    }

    func release() {
        taken.subtract(1, ordering: .relaxed)
    }
}
