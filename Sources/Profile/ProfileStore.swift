import RollcallRPC
import Storage

/// Profile's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What a caller can do something about is thrown as the `RPCError` of the contract.
package final class ProfileStore: Sendable {
    let database: Store<Never>

    /// Opens the tables at `location`, or makes them.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package init(
        _ location: StoreLocation, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        database = try Store(location, schema: Self.schema, onFailure: onFailure)
    }

    /// Finishes what waits, and lets the database go. Blocks meanwhile.
    package func close() throws {
        try database.close()
    }

    func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        do {
            return try await database.first(query, repeat each parameters)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }

    func all<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> [Output] {
        do {
            return try await database.all(query, repeat each parameters)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (Transaction<Never>) throws -> T
    ) async throws -> T {
        do {
            return try await database.write(body)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }
}
