import CSQLite
import Glibc
import Synchronization

/// The connections that read.
///
/// A read begins on the thread that asks, with a connection that has what the kernel has in memory and
/// a bounded number of steps. A warm read of a few rows is done there, and costs no change of thread.
/// One that is stopped is run again on a thread of its own, where it may wait for the disk.
final class SQLiteReaders: Sendable {
    private let warm: Mutex<[SQLiteConnection]>
    private let waiting: WaitingReaders
    /// What the warm connections read by: closed after them.
    private let file: CInt

    /// - Throws: `StorageError`.
    init(path: String, _ configuration: StoreConfiguration) throws {
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StorageError.system(path) }
        let file = file
        let connections = try (0..<Self.warmCount).map { _ in
            try SQLiteConnection(path: path, .readingWarm(file: file))
        }
        warm = Mutex(connections)
        waiting = try WaitingReaders(path: path, configuration)
    }

    /// More threads than this that read at one instant are kept for the other connections.
    private static let warmCount = 4

    deinit {
        close()
        Glibc.close(file)
    }

    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        if let connection = warm.withLock({ $0.popLast() }) {
            defer { warm.withLock { $0.append(connection) } }
            do {
                return try connection.snapshot(isOne: isOne, body)
            } catch is SQLiteStopped {}
        }
        return try await waiting.read(isOne: isOne, body)
    }

    /// Stops the reads that run on the engine's threads: they throw `overloaded`.
    func interrupt() {
        waiting.interrupt()
    }

    func close() {
        waiting.close()
        warm.withLock { connections in
            for connection in connections { connection.close() }
            connections.removeAll()
        }
    }
}

extension SQLiteConnection {
    private static let begin = StatementRegistry.shared.id(of: "BEGIN")
    private static let end = StatementRegistry.shared.id(of: "COMMIT")
    private static let rollback = StatementRegistry.shared.id(of: "ROLLBACK")

    /// Runs a body on one snapshot.
    func snapshot<T>(isOne: Bool, _ body: (any Connection) throws -> T) throws -> T {
        if isOne { return try body(self) }
        try run(Self.begin)
        do {
            let value = try body(self)
            try run(Self.end)
            return value
        } catch {
            if sqlite3_get_autocommit(handle) == 0 { try run(Self.rollback) }
            throw error
        }
    }
}
