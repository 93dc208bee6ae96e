import Admission

/// Limits how often each user may change data that is shown or written. All devices of a user share
/// the limit (`PresenceConfiguration.changes`). So a client that changes its state endlessly has a
/// bounded cost.
///
/// Needs eight bytes for each user, up to the last user who has ever made a change; no timers.
struct ChangeLimit: Sendable {
    private let rate: GCRA
    /// By user: the GCRA instant of `rate`, on the clock of the leases. A reused index passes on a
    /// debt of at most one burst. That delays the new user's first change by less than one spacing.
    private var meters: [Int64] = []

    init(_ rate: GCRA) {
        self.rate = rate
    }

    /// Counts a change of the user.
    ///
    /// - Returns: nil when the change was counted; beyond the limit, milliseconds until the next
    ///   change.
    mutating func take(_ user: UserTable.Index, now: Int64) -> Int64? {
        while meters.count <= user { meters.append(.min) }
        return rate.take(&meters[Int(user)], now: now)
    }
}
