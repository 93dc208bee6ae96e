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
    private let taken = Mutex(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// - Throws: `RPCError` (overload) when there is no room.
    func take() throws {
        let isFull = taken.withLock { taken in
            guard taken < maximum else { return true }
            taken += 1
            return false
        }
        if isFull {
            throw RPCError.overload(
                "too many watch the health of this server", retryAfter: .seconds(1))
        }
    }

    func release() {
        taken.withLock { $0 -= 1 }
    }
}
