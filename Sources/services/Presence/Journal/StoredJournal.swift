import RollcallCrypto

/// What an earlier run has left.
package struct StoredJournal: Sendable, Equatable {
    var lastSeen: [LastSeen] = []
    var statuses: [StoredStatus] = []
    var settings: [Roster.Setting] = []
    /// The leases that were held at `aliveAt`.
    var leases: [StoredLease] = []
    /// When that run last wrote, in milliseconds since 1970-01-01 UTC; 0 when there was none.
    var aliveAt: Int64 = 0
    var history = StoredHistory()
    /// Who is not to come back.
    var erased: [UUIDv7] = []
}

/// What a user has written; nil when that is gone.
struct StoredStatus: Sendable, Equatable {
    var user: UUIDv7
    var status: UserStatus?
}

/// When a user was last known to be here.
struct LastSeen: Sendable, Equatable {
    var user: UUIDv7
    /// Milliseconds since 1970-01-01 UTC.
    var at: Int64
    /// The last day on which the user was here before the day of `at`.
    var dayBefore = Day.none
}
