/// What has happened to leases since the last time that the metrics were published.
struct LeaseTally: Sendable {
    var renewals = 0
    var ends: [LeaseEnd: Int] = [:]
    /// Of leases that have ended by their time: how long after it, in milliseconds.
    var detectionDelays: [Int64] = []
}
