package struct StoreConfiguration: Sendable {
    /// SQLite: connections for reads that wait for the disk, each with a thread. At least 1.
    package var readers = 4
    /// PostgreSQL: connections for reads and writes, each with a thread. At least 1.
    package var connections = 8
    /// The most reads that wait for a connection. On PostgreSQL, reads of one row and all others
    /// count separately.
    package var readQueueLimit = 4096
    /// PostgreSQL: the reads of one row in the first batch, from 1 to 16. Later batches are as
    /// large as the server answers soon (`ReadBatchSize`).
    package var firstReadBatch = 1
    /// The most writes that wait.
    package var queueLimit = 4096
    /// How long reads may wait for a connection, once so many come that all wait longer. The next
    /// ones are then refused when their turn comes (`WaitLimit`).
    package var readTargetWait = Duration.milliseconds(500)
    /// How long writes may wait, likewise. That is longer than for reads: a handler that reads and
    /// then writes is refused at its read, before the store has worked for it.
    package var writeTargetWait = Duration.seconds(1)
    /// SQLite: writes in one commit.
    package var groupLimit = 256
    /// The memory for pages of SQLite's writer, in KiB. Pages that are written often are not read
    /// again.
    package var writerCacheKibibytes = 8192
    /// Whether SQLite overwrites deleted data in its file. Otherwise a secret stays there until the
    /// space is reused.
    package var erasesDeleted = false

    /// Whether each body runs twice, with the first result thrown away. A body that cannot be
    /// repeated is a mistake, and debug builds find it this way.
    package var repeatsBodies = isDebug
    /// PostgreSQL: the time limit of one statement. At least a millisecond.
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
