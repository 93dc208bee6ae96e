/// What watches are told of how much the service knows.
extension Roster {
    /// Notes that changes may be missed for a reason, or are not any more. Open watches are told.
    ///
    /// - Parameter time: since when, in milliseconds since 1970-01-01 UTC; nil when the reason is gone.
    mutating func setStale(_ reason: StaleReason, since time: Int64?) {
        if staleness.set(reason, since: time) { watches.answerAll() }
    }

    /// Notes that leases of an earlier run are held of which nothing is known since it stopped.
    ///
    /// - Parameter time: when that was, in milliseconds since 1970-01-01 UTC.
    mutating func doubt(_ leases: some Sequence<UInt64>, since time: Int64) {
        unconfirmed.formUnion(leases)
        if !unconfirmed.isEmpty { setStale(.restoredLeases, since: time) }
    }

    /// Notes that a lease was renewed or has ended.
    mutating func confirm(_ lease: UInt64) {
        guard !unconfirmed.isEmpty, unconfirmed.remove(lease) != nil else { return }
        if unconfirmed.isEmpty { setStale(.restoredLeases, since: nil) }
    }
}
