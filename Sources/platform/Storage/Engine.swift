/// A database engine of a store: SQLite or PostgreSQL.
///
/// No call blocks its caller's thread. Work that waits for a disk or a network runs on the engine's
/// threads.
protocol Engine: Sendable {
    /// Runs a body that reads, on a snapshot and on the caller's thread, if it needs no waiting.
    ///
    /// - Returns: `false` if the read has to wait. Then the body's result is void, and the caller
    ///   uses `read` or `first`.
    /// - Throws: as `read`.
    func readAtOnce(isOne: Bool, _ body: (any Connection) throws -> Void) throws -> Bool

    /// Runs a body that reads, on a snapshot. It may be run more than once.
    ///
    /// - Parameter isOne: whether the body runs a single statement, which is a snapshot by itself.
    /// - Throws: `StorageError`; `CancellationError`; what the body throws.
    func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T

    /// Runs one statement, which is a snapshot by itself, and reads its first row.
    ///
    /// - Throws: as `read`.
    func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output?

    /// Accepts a write. It is settled once it is committed, or has failed.
    ///
    /// - Returns: a ticket to withdraw it before it begins; `nil` if it is already settled.
    func enter(_ write: PendingWrite) -> Ticket?
    func withdraw(_ ticket: Ticket)

    /// Removes deleted data from everything that the engine keeps besides the tables.
    ///
    /// - Throws: `StorageError`; `overloaded` if a read prevents it: try again.
    func emptyJournal() async throws

    /// Calls `body` when another process may have committed something that it notifies of.
    func onNotification(_ body: @escaping @Sendable () -> Void)

    /// Why the engine cannot work at present; `nil` if no trouble is known.
    var trouble: StorageError? { get }

    /// Finishes the work that waits, and closes the database. Blocks until then.
    func close() throws
}

/// A write that waits for its turn.
struct PendingWrite: Sendable {
    /// The result of a committed write.
    struct Success {
        /// The events of the write, in order.
        let events: [any Sendable]
        /// Answers the caller.
        let answer: () -> Void
    }

    /// Whether it waits for all others that do so, in whichever process.
    var isInTurn = false
    /// Runs the caller's body inside a transaction.
    let run: @Sendable (any Connection) throws -> Success
    /// Tells the caller that nothing was written, or that the outcome is unknown
    /// (`unknownOutcome`).
    let refuse: @Sendable (any Error) -> Void
}

/// A store's delivery as an engine calls it. The engine does not know the type of the events.
typealias AnyDelivery = @Sendable ([any Sendable]) -> Void
