import GRDB
import Storage

/// Auth's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What the store as a whole refuses becomes an `RPCError` here, as it is the same for all callers.
package final class AuthStore: Sendable {
    /// For tests, which break it.
    let database: SQLiteStore

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(path: String, onFailure: @escaping @Sendable (StorageError) -> Void) throws {
        database = try SQLiteStore(path: path, schema: Self.schema, onFailure: onFailure)
    }

    /// Finishes what waits, and lets the file go.
    package func close() throws {
        try database.close()
    }

    func read<T: Sendable>(_ body: @Sendable (Database) throws -> T) async throws -> T {
        try await database.answer(reading: body)
    }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await database.answer(writing: body)
    }
}
