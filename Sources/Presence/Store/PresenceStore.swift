import RollcallRPC
import Storage

/// Presence's tables, and the only place that speaks SQL about them. Each verb is one transaction.
package final class PresenceStore: Sendable {
    let database: Store<Never>

    /// Opens the tables at `location`, or makes them.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(
        _ location: StoreLocation, configuration: StoreConfiguration = StoreConfiguration(),
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        var configuration = configuration
        configuration.erasesDeleted = true
        database = try Store(
            location, schema: Self.schema, configuration: configuration, onFailure: onFailure)
    }

    /// Opens the SQLite file at `path`, or makes it.
    package convenience init(
        path: String, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        try self.init(.file(path), onFailure: onFailure)
    }

    /// Why the database server does not answer; nil while it does, and for a file.
    package var trouble: StorageError? { database.trouble }

    /// Finishes what waits, and lets the database go. Blocks meanwhile.
    package func close() throws {
        try database.close()
    }

    /// Runs a transaction for a caller of an RPC: what the store refuses is thrown in the words of the
    /// contract.
    ///
    /// - Throws: `RPCError` where a caller can do something about it; what `body` throws.
    func answer<T>(_ body: (Store<Never>) async throws -> T) async throws -> T {
        do {
            return try await body(database)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }
}
