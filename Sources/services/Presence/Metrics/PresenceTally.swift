/// What has happened since somebody last asked, for the metrics.
struct PresenceTally: Sendable {
    var renewals = 0
    var leaseEnds: [LeaseEnd: Int] = [:]
    /// Of leases that have ended by their time: how long after it, in milliseconds.
    var detectionDelays: [Int64] = []
    var fanOut = FanOutTally()
}

extension Roster {
    /// Takes it out.
    mutating func takeTally() -> PresenceTally {
        defer { tally = PresenceTally() }
        tally.fanOut = watches.takeTally()
        return tally
    }
}
