import Dispatch
import Foundation
import RollcallBasics
import Synchronization

/// A SQLite file opened the right way: an acknowledged write survives power loss, one connection
/// alone writes and checkpoints, readers do not wait for it.
///
/// One process has it at a time; in that process, one store.
final class SQLiteEngine: Engine {
    struct State {
        var writes: BatchQueue<PendingWrite>
        /// Why every call is refused; `nil` while the writer is open.
        var refusal: StorageError?

        /// - Returns: whether this was the first refusal.
        mutating func refuse(_ error: StorageError) -> Bool {
            defer { refusal = refusal ?? error }
            return refusal == nil
        }
    }

    /// A read begins on the thread that asks, with a connection that has what the kernel has in
    /// memory and a bounded number of steps. A warm read of a few rows is done there, and costs no
    /// change of thread.
    let warm: WarmReaders
    /// A read that `warm` stops is run again here, where it may wait for the disk.
    let waiting: WaitingReaders
    /// Used only on `thread`.
    let writer: SQLiteConnection
    let thread = DispatchQueue(label: "rollcall.storage.writer")
    let journal: Journal
    let state: Mutex<State>
    let delivery: AnyDelivery
    let onFailure: @Sendable (StorageError) -> Void
    /// `nil` after `close()`.
    private let lock: Mutex<FileLock?>

    /// Opens the file at `path`, or makes it, and brings its schema up to date. The directory, if
    /// it is made, has mode 0700; the file 0600.
    ///
    /// - Throws: `StorageError`. A damaged or foreign file is left as it is.
    init(
        path: String, schema: Schema, configuration: StoreConfiguration,
        deliver: @escaping AnyDelivery, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        try Self.makeDirectory(of: path)
        lock = try Mutex(FileLock(path: path + ".lock"))
        let moved = MovedFile(path: path)
        if let place = moved.place { throw moved.refusal(place) }
        try DatabaseFile(path: path, applicationID: schema.applicationID).prepare()
        writer = try SQLiteConnection(path: path, .writing)
        try Self.prepare(writer, configuration)
        // SQLite does so when it makes the journal, unless it is out of descriptors just then.
        guard syncDirectory(of: path) else { throw StorageError.system(path) }
        try schema.migrate(writer)
        warm = try WarmReaders(path: path)
        waiting = try WaitingReaders(path: path, configuration)
        journal = Journal(of: writer)
        state = Mutex(
            State(
                writes: BatchQueue(
                    capacity: configuration.queueLimit, batchLimit: configuration.groupLimit,
                    targetWait: configuration.writeTargetWait)))
        delivery = deliver
        self.onFailure = onFailure
    }

    deinit {
        closeReaders()
    }

    /// Mode 0700 for what is made; what exists is its owner's.
    private static func makeDirectory(of path: String) throws {
        let directory = directory(of: path)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.unusablePath("\(directory): \(error.localizedDescription)")
        }
    }

    private static func prepare(
        _ writer: SQLiteConnection, _ configuration: StoreConfiguration
    ) throws {
        try writer.execute(
            """
            PRAGMA journal_mode = WAL;
            -- NORMAL would forget acknowledged commits when the power fails.
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA journal_size_limit = \(CheckpointSchedule.limit);
            -- A negative number is one of KiB.
            PRAGMA cache_size = -\(configuration.writerCacheKibibytes);
            \(configuration.erasesDeleted ? "PRAGMA secure_delete = ON;" : "")
            -- The writer is alone: it waits for readers only, when the journal must be emptied, and
            -- meanwhile keeps others waiting.
            PRAGMA busy_timeout = 100;
            """)
        // What cannot be written is said at the start.
        try writer.execute("BEGIN IMMEDIATE; COMMIT")
        guard try writer.text("PRAGMA journal_mode") == "wal" else {
            throw StorageError.corrupt("the file takes no write-ahead log")
        }
    }

    /// Why reads and writes are refused; `nil` while the writer is open.
    var trouble: StorageError? { state.withLock { $0.refusal } }

    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) throws -> Bool {
        if let trouble { throw trouble }
        guard let lease = warm.take() else { return false }
        defer { warm.release(lease) }
        do {
            try lease.read(isOne: isOne, body)
            return true
        } catch is SQLiteStopped {
        } catch StorageError.lockedByAnother, StorageError.exhausted {
            // A lock that is held just now, or a journal that cannot be opened: no reason to give
            // up where one may wait.
        }
        return false
    }

    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        if let trouble { throw trouble }
        return try await waiting.read(isOne: isOne, body)
    }

    func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        try await read(isOne: true) { try query.first(on: $0, repeat each parameters) }
    }

    func close() throws {
        defer { lock.withLock { $0 = nil } }
        closeReaders()
        try closeWriter()
    }

    /// Lets the file go, once the reads that run have ended.
    private func closeReaders() {
        waiting.close()
        warm.close()
    }
}
