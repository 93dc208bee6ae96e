import Foundation
import Synchronization

/// A SQLite file opened the right way: an acknowledged write survives power loss, one connection
/// alone writes and checkpoints, readers do not wait for it.
///
/// One process has it at a time; in that process, one store.
final class SQLiteEngine: Engine {
    private let readers: SQLiteReaders
    private let writer: GroupCommitter
    /// `nil` after `close()`.
    private let lock: Mutex<FileLock?>

    /// Opens the file at `path`, or makes it, and brings its schema up to date. The directory, if it is
    /// made, has mode 0700; the file 0600.
    ///
    /// - Throws: `StorageError`. A damaged or foreign file is left as it is.
    init(
        path: String, schema: Schema, configuration: StoreConfiguration,
        deliver: @escaping AnyDelivery, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        try Self.makeDirectory(of: path)
        lock = try Mutex(FileLock(path: path + ".lock"))
        try DatabaseFile(path: path, applicationID: schema.applicationID).prepare()
        let connection = try SQLiteConnection(path: path, .writing)
        try Self.prepare(connection, configuration)
        // SQLite does so when it makes the journal, unless it is out of descriptors just then.
        guard syncDirectory(of: path) else { throw StorageError.system(path) }
        try schema.migrate(connection)
        let readers = try SQLiteReaders(path: path, configuration)
        self.readers = readers
        writer = GroupCommitter(
            connection, readers: readers, configuration, deliver: deliver, onFailure: onFailure)
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

    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) throws -> Bool {
        if let refusal = writer.refusal { throw refusal }
        return try readers.readAtOnce(isOne: isOne, body)
    }

    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        if let refusal = writer.refusal { throw refusal }
        return try await readers.read(isOne: isOne, body)
    }

    func first<Read: RowRead>(_ read: Read) async throws -> Read.Row? {
        try await self.read(isOne: true) { try read.row(on: $0) }
    }

    func enter(_ write: PendingWrite) -> Ticket? {
        writer.enter(write)
    }

    func withdraw(_ ticket: Ticket) {
        writer.withdraw(ticket)
    }

    func emptyJournal() async throws {
        try await writer.emptyJournal()
    }

    var trouble: StorageError? { writer.refusal }

    func close() throws {
        defer { lock.withLock { $0 = nil } }
        readers.close()
        try writer.close()
    }
}
