import RollcallRPC

/// Answers whether the services of this process take calls. A file each has the RPCs.
package final class HealthHandler: HealthService {
    let status: HealthStatus

    package init(_ status: HealthStatus) {
        self.status = status
    }
}
