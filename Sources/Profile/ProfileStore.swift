import GRDB
import RollcallRPC
import GRDBStorage
import Storage

/// Profile's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What a caller can do something about is thrown as the `RPCError` of the contract.
package final class ProfileStore: Sendable {
    private let database: SQLiteStore

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(path: String, onFailure: @escaping @Sendable (StorageError) -> Void) throws {
        database = try SQLiteStore(path: path, schema: Self.schema, onFailure: onFailure)
    }

    /// Finishes what waits, and lets the file go. Blocks meanwhile.
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
