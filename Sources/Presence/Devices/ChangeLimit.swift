import RollcallRPC

/// How often each user may change what is shown or written of them: a rate for all devices of a user
/// together (`PresenceConfiguration.changes`). A client that flips its state without end costs its watchers
/// and others no more than that.
///
/// Eight bytes for each user, up to the last one who has ever changed anything; no timers.
struct ChangeLimit: Sendable {
    private let rate: GCRA
    /// By user: the meter of `rate`, on the clock of the leases. An index that becomes another user's
    /// hands on a debt of at most one burst, which delays that user's first change by less than one spacing.
    private var meters: [Int64] = []

    init(_ rate: GCRA) {
        self.rate = rate
    }

    /// Counts a change of the user.
    ///
    /// - Returns: when there were too many, how long the user has to wait, in milliseconds; nil when the
    ///   change was counted.
    mutating func take(_ user: UserTable.Index, now: Int64) -> Int64? {
        while meters.count <= user { meters.append(.min) }
        return rate.take(&meters[Int(user)], now: now)
    }
}
