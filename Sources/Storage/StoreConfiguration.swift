package struct StoreConfiguration: Sendable {
    /// SQLite: connections, with a thread each, for reads that wait for the disk. From 1.
    package var readers = 4
    /// PostgreSQL: connections, with a thread each, for reads and writes. From 1.
    package var connections = 8
    /// Reads that may wait for a connection; on PostgreSQL, those of one row and all others each.
    package var readQueueLimit = 4096
    /// Writes that may wait.
    package var queueLimit = 4096
    /// How long reads may wait for a connection, once so many come that all wait longer. The next ones are then
    /// refused when their turn comes (`WaitLimit`).
    package var readTargetWait = Duration.milliseconds(500)
    /// How long writes may wait, likewise. That is longer than for reads: a handler that reads and then writes
    /// is refused at its read, before the store has worked for it.
    package var writeTargetWait = Duration.seconds(1)
    /// SQLite: writes in one commit.
    package var groupLimit = 256
    /// Pages that SQLite's writer keeps in memory, in KiB: what is written again and again is not read
    /// again each time.
    package var writerCacheKibibytes = 8192
    /// Whether SQLite overwrites in its file what is deleted: a secret would otherwise stay there until
    /// something else needs the place.
    package var erasesDeleted = false

    /// Whether each body is run twice, the first time for nothing: as one that cannot be run again is a
    /// mistake, debug builds look for it.
    package var repeatsBodies = isDebug
    /// PostgreSQL: how long one statement may take. From a millisecond.
    package var statementTimeout = Duration.seconds(10)

    package init() {}

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
