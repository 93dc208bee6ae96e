/// A database engine, SQLite or PostgreSQL, as a store uses it.
///
/// No call blocks its caller's thread: what waits for a disk or a network runs on threads of the engine.
protocol Engine: Sendable {
    /// Runs a body that reads, on a snapshot and on the caller's thread, as long as nothing is waited for.
    ///
    /// - Returns: `false` if the read has to wait. The body's result is void then, and the caller uses
    ///   `read` or `first`.
    /// - Throws: as `read`.
    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) throws -> Bool

    /// Runs a body that reads, on a snapshot. It may be run more than once.
    ///
    /// - Parameter isOne: whether the body runs one statement alone, which is a snapshot by itself.
    /// - Throws: `StorageError`; `CancellationError`; what the body throws.
    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T

    /// Runs one statement, which is a snapshot by itself, and reads its first row.
    ///
    /// - Throws: as `read`.
    func first<Read: RowRead>(_ read: Read) async throws -> Read.Row?

    /// Takes a write; it is settled once it is committed, or has failed.
    ///
    /// - Returns: what withdraws it, as long as it has not begun; `nil` if it is settled already.
    func enter(_ write: PendingWrite) -> Ticket?
    func withdraw(_ ticket: Ticket)

    /// Removes what was deleted from all that the engine keeps beside the tables.
    ///
    /// - Throws: `StorageError`; `overloaded` when a read is in the way: try again.
    func emptyJournal() async throws

    /// Why the engine cannot work at present; `nil` if no trouble is known.
    var trouble: StorageError? { get }

    /// Finishes the work that waits, and closes the database. Blocks until then.
    func close() throws
}

/// A caller's write that waits for its turn.
struct PendingWrite: Sendable {
    /// What is done once the write is committed.
    struct Success {
        /// What others must hear of, in order.
        let events: [any Sendable]
        /// Tells the caller.
        let answer: () -> Void
    }

    /// Runs the caller's body, inside of a transaction.
    let run: @Sendable (any Connection) throws -> Success
    /// Tells the caller that nothing was written, or that nobody knows (`unknownOutcome`).
    let refuse: @Sendable (any Error) -> Void
}

/// A store's delivery as an engine calls it, which does not know the type of the events.
typealias AnyDelivery = @Sendable ([any Sendable]) throws -> Void
