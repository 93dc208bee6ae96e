import CSQLite
import Synchronization

/// The write-ahead log as the writer sees it: how large it is, and when to empty it.
///
/// It replaces SQLite's automatic checkpoint, which would run inside a caller's commit.
final class Journal: Sendable {
    private let byteCount = Atomic(0)
    private let schedule = Mutex(CheckpointSchedule())

    /// Follows the log of `writer`, and turns the automatic checkpoint off, which is a hook of
    /// the same kind. This object must outlive the connection.
    init(of writer: SQLiteConnection) {
        sqlite3_wal_hook(
            writer.handle,
            { journal, _, _, frames in
                guard let journal else { return SQLITE_OK }
                let this = Unmanaged<Journal>.fromOpaque(journal).takeUnretainedValue()
                this.byteCount.store(Int(frames) * Journal.frameByteCount, ordering: .relaxed)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// A checkpoint if it is due.
    ///
    /// - Parameter interrupt: stops the readers, who keep the log from being emptied.
    /// - Throws: what SQLite threw; `lockedByAnother` when the log is at its limit and some reader
    ///   does not let go.
    func checkpointIfDue(_ writer: SQLiteConnection, isIdle: Bool, interrupt: () -> Void) throws {
        let size = byteCount.load(ordering: .relaxed)
        let mode = schedule.withLock { $0.action(journal: size, isIdle: isIdle) }
        if let mode { try checkpoint(writer, mode, interrupt: interrupt) }
    }

    /// Empties the log, whether that is due or not.
    ///
    /// - Parameter interrupt: as for `checkpointIfDue`.
    /// - Throws: what SQLite threw; `lockedByAnother` when some reader does not let go.
    func empty(_ writer: SQLiteConnection, interrupt: () -> Void) throws {
        try checkpoint(writer, .truncate, interrupt: interrupt)
    }

    private func checkpoint(
        _ writer: SQLiteConnection, _ mode: SQLiteConnection.CheckpointMode, interrupt: () -> Void
    ) throws {
        do {
            try writer.checkpoint(mode)
        } catch StorageError.lockedByAnother {
            interrupt()
            try writer.checkpoint(mode)
        }
        if mode == .truncate { byteCount.store(0, ordering: .relaxed) }
    }

    /// A page and its header (sqlite.org/fileformat2.html §4.1).
    private static let frameByteCount = 4096 + 24
}

extension SQLiteConnection {
    enum CheckpointMode {
        /// Copies what no reader holds.
        case passive
        /// Copies everything, and empties the journal.
        case truncate
    }

    /// - Throws: `StorageError`; `lockedByAnother` when some reader does not let go.
    func checkpoint(_ mode: CheckpointMode) throws {
        let mode = mode == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }
}
