/// When the journal is copied into the database: rarely enough that a page written often is
/// copied once, often enough that the journal, which a restart reads, stays small.
struct CheckpointSchedule {
    /// Above this, when no writer waits.
    static let whenIdle = 4 << 20
    /// Above this, though writers wait; and again each `whenIdle` further.
    static let whenBusy = 16 << 20
    /// The cap: above this no commit begins until a checkpoint has emptied the journal.
    static let limit = 64 << 20

    private var lastTried = 0

    /// After a commit, or before one.
    ///
    /// - Parameter journal: bytes in the journal.
    mutating func action(journal: Int, isIdle: Bool) -> SQLiteConnection.CheckpointMode? {
        if journal < lastTried { lastTried = 0 }
        if journal >= Self.limit { return .truncate }
        let threshold = isIdle ? Self.whenIdle : Self.whenBusy
        guard journal >= threshold, journal - lastTried >= Self.whenIdle else { return nil }
        lastTried = journal
        return .passive
    }
}
