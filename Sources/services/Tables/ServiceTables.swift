import RollcallRPC
import Storage

/// The tables of a service. What the store as a whole refuses is thrown in the words of the
/// contract (`RPCError`), as it is the same for all callers.
package protocol ServiceTables: Sendable {
    associatedtype Event: Sendable

    var database: Store<Event> { get }
}

extension ServiceTables {
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws -> T
    ) async throws -> T {
        try await refusing { try await database.read(body) }
    }

    /// The first row of one query.
    package func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        do {
            return try await database.first(query, repeat each parameters)
        } catch {
            throw RPCError.refusal(for: error)
        }
    }

    /// All rows of one query.
    package func all<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> [Output] {
        try await refusing { try await database.all(query, repeat each parameters) }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (Transaction<Event>) throws -> T
    ) async throws -> T {
        try await refusing { try await database.write(body) }
    }

    /// Empties what SQLite keeps beside the tables: see `Store.emptyJournal`.
    package func emptyJournal() async throws {
        try await refusing { try await database.emptyJournal() }
    }

    private func refusing<T>(_ body: () async throws -> T) async throws -> T {
        do { return try await body() } catch { throw RPCError.refusal(for: error) }
    }

    /// Why the store cannot work at present; nil as far as that is known.
    package var trouble: StorageError? { database.trouble }

    /// Finishes what waits, and lets the database go. Blocks meanwhile.
    package func close() throws {
        try database.close()
    }
}
