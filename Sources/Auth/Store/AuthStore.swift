import GRDB
import GRDBStorage
import Storage
import Synchronization

/// Auth's tables, and the only place that speaks SQL about them. Each verb is one transaction.
///
/// What the store as a whole refuses becomes an `RPCError` here, as it is the same for all callers.
package final class AuthStore: Sendable {
    /// For tests, which break it.
    let database: SQLiteStore
    /// Which sessions have ended, for those who follow; started by `start`.
    let feed: RevocationFeed
    let mark: EpochMark
    /// Who watches which session.
    let hub: SessionHub
    let metrics: SessionMetrics
    /// Woken when another epoch has begun.
    let epochBegun = WakingLoop()
    /// How often the signing keys were looked after, in the order of the transactions.
    let keyChanges = Mutex<UInt64>(0)

    /// Opens the file at `path`, or makes it, and the mark beside it.
    ///
    /// - Parameter onFailure: called once, when the store has stopped for good.
    /// - Throws: `StorageError`.
    package convenience init(
        path: String, onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        try self.init(path: path, metrics: SessionMetrics(), onFailure: onFailure)
    }

    init(
        path: String, metrics: SessionMetrics,
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        let (feed, mark, hub) = (
            RevocationFeed(metrics), EpochMark(path: path + ".mark"), SessionHub()
        )
        self.metrics = metrics
        (self.feed, self.mark, self.hub) = (feed, mark, hub)
        let tell: SQLiteStore.AfterCommit = { try Self.tell(feed, mark, hub, metrics, $0) }
        database = try SQLiteStore(
            path: path, schema: Self.schema, afterCommit: tell, onFailure: onFailure)
        database.observe(AccountObserver(hub))
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
