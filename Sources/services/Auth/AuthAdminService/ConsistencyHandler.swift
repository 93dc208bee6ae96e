import RollcallRPC

/// Compares the services with each other, and begins another epoch, each call in a file named for it.
struct ConsistencyHandler: Sendable {
    let check: ConsistencyCheck
    let store: AuthStore
    let log: AdminLog
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
