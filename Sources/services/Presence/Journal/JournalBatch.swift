/// What is written at once, so that a restart finds it again.
package struct JournalBatch: Sendable, Equatable {
    var held: [StoredLease] = []
    /// The ids of leases that have ended.
    var ended: [UInt64] = []
    var lastSeen: [LastSeen] = []
    var statuses: [StoredStatus] = []
    /// The versions of all this, if the file has everything then.
    var history: HistoryBatch?
    /// When the service was running and held all leases that the file has, in milliseconds since
    /// 1970-01-01 UTC.
    var aliveAt: Int64

    /// Rows, but for the one of the time.
    var count: Int { held.count + ended.count + lastSeen.count + statuses.count }
}
