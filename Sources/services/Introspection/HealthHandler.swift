import Admission
import RollcallRPC
import Synchronization

/// Answers whether the services of this process take calls. A file each has the RPCs.
package final class HealthHandler: HealthService {
    let status: HealthStatus
    let watches: Mutex<Budget>

    /// - Parameter maximumWatches: how many may watch at once, over all connections.
    package init(_ status: HealthStatus, maximumWatches: Int = 10_000) {
        self.status = status
        self.watches = Mutex(Budget(maximumWatches))
    }
}
