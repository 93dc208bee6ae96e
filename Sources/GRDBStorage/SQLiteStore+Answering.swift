import GRDB
import RollcallAPI
import RollcallRPC
import Storage

/// For stores whose callers are RPCs.
extension SQLiteStore {
    /// `read`, with what the store refuses in the words of the contract.
    ///
    /// - Throws: `RPCError` where a caller can do something about it; what `body` throws.
    package func answer<T: Sendable>(
        reading body: @Sendable (Database) throws -> T
    ) async throws -> T {
        do {
            return try await read(body)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }

    /// `write`, with what the store refuses in the words of the contract.
    ///
    /// - Throws: `RPCError` where a caller can do something about it; what `body` throws.
    package func answer<T: Sendable>(
        writing body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        do {
            return try await write(body)
        } catch let error as StorageError {
            throw RPCError(error) ?? error
        }
    }
}
