import GRDB
import GRDBSQLite
import Synchronization

/// The write-ahead log as the writer sees it: how large it is, and when to empty it.
///
/// In place of SQLite's automatic checkpoint, which would run inside a caller's commit.
final class Journal: Sendable {
    private let byteCount = Atomic(0)
    private let schedule = Mutex(CheckpointSchedule())

    /// Follows the log of `writer`, and turns the automatic checkpoint off, which is a hook of
    /// the same kind. This object must outlive the connection.
    func follow(_ writer: Database) {
        let journal = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_wal_hook(
            writer.sqliteConnection,
            { journal, _, _, frames in
                guard let journal else { return SQLITE_OK }
                let this = Unmanaged<Journal>.fromOpaque(journal).takeUnretainedValue()
                this.byteCount.store(Int(frames) * Journal.frameByteCount, ordering: .relaxed)
                return SQLITE_OK
            }, journal)
    }

    /// A checkpoint if it is due.
    ///
    /// - Parameter interrupt: stops the readers, who keep the log from being emptied.
    /// - Throws: what SQLite threw; `SQLITE_BUSY` when the log is at its limit and some reader
    ///   does not let go.
    func checkpointIfDue(_ writer: Database, isIdle: Bool, interrupt: () -> Void) throws {
        let size = byteCount.load(ordering: .relaxed)
        let mode = schedule.withLock { $0.action(journal: size, isIdle: isIdle) }
        guard let mode else { return }
        do {
            try writer.checkpoint(mode)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            interrupt()
            try writer.checkpoint(mode)
        }
        if mode == .truncate { byteCount.store(0, ordering: .relaxed) }
    }

    /// A page and its header (sqlite.org/fileformat2.html §4.1).
    private static let frameByteCount = 4096 + 24
}
