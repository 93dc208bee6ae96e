import GRDB
import RollcallAPI
import RollcallRPC
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
        do {
            return try await database.read(body)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }

    func write<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        do {
            return try await database.write(body)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }
}

extension RPCError {
    /// What a caller can do about the store's refusal; `nil` if that is nothing.
    fileprivate init?(_ error: StorageError) {
        switch error {
        case .noSpace:
            self = .retryLater(
                .resourceExhausted, .noSpace, after: .seconds(60),
                "the disk is full; nothing was changed")
        case .overloaded:
            self = .retryLater(
                .resourceExhausted, .overloaded, after: .seconds(1),
                "there is more to write than the disk takes; try again later")
        case .closed, .failed:
            self = RPCError(.unavailable, "the service is stopping; try again later")
        default:
            return nil
        }
    }
}
