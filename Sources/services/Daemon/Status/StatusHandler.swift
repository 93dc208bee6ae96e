import Introspection
import RollcallAPI
import RollcallRPC

/// Answers how the process is. A file each has the RPCs.
struct StatusHandler: StatusService {
    let program: String
    /// Milliseconds since 1970.
    let startedAt: Int64
    let health: HealthStatus
    let disk: Disk
    /// What TLS endpoints show.
    let certificate: ServerTLS?
    /// How much waits, by the name of the queue.
    let queues: [String: @Sendable () async throws -> Int]
}
