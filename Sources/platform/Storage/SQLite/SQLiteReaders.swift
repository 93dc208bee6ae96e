import CSQLite

/// The connections that read.
///
/// A read begins on the thread that asks, with a connection that has what the kernel has in memory
/// and a bounded number of steps. A warm read of a few rows is done there, and costs no change of
/// thread. One that is stopped is run again on a thread of its own, where it may wait for the disk.
final class SQLiteReaders: Sendable {
    let warm: WarmReaders
    let waiting: WaitingReaders

    /// - Throws: `StorageError`.
    init(path: String, _ configuration: StoreConfiguration) throws {
        warm = try WarmReaders(path: path)
        waiting = try WaitingReaders(path: path, configuration)
    }

    deinit {
        close()
    }

    /// - Returns: `false` if the read must wait for the disk or for another, or takes long.
    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) throws -> Bool {
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

    /// Lets the file go, once the reads that run have ended.
    func close() {
        waiting.close()
        warm.close()
    }
}

extension SQLiteConnection {
    private static let begin = StatementRegistry.shared.id(of: "BEGIN")
    private static let end = StatementRegistry.shared.id(of: "COMMIT")
    private static let rollback = StatementRegistry.shared.id(of: "ROLLBACK")

    /// Runs a body on one snapshot. The connection keeps none, however that ends.
    func snapshot<T>(isOne: Bool, _ body: (any Connection) throws -> T) throws -> T {
        beginRead()
        if isOne { return try body(self) }
        defer { endTransaction() }
        try run(Self.begin)
        let value = try body(self)
        try run(Self.end)
        return value
    }

    /// Runs a body on the snapshot that the connection has kept, or on one that it keeps.
    func keepingSnapshot(_ body: (any Connection) throws -> Void) throws {
        beginRead()
        do {
            if !isInTransaction { try run(Self.begin) }
            try body(self)
        } catch {
            endTransaction()
            throw error
        }
    }

    func endTransaction() {
        // An interrupt that comes now stops the ROLLBACK, and only that one.
        while isInTransaction { try? run(Self.rollback) }
    }
}
