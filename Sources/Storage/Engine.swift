/// What a store stands on.
///
/// Whoever calls is not kept from other work: what waits for a disk or a network does so on threads of
/// the engine.
protocol Engine: Sendable {
    /// Runs a body that reads, on a snapshot, on the thread that asks: as far as that needs no waiting.
    ///
    /// - Returns: `false` if the read has to wait: then what the body has done is void, and the caller
    ///   goes on with `read` or `first`.
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

    /// Leaves nothing of what was deleted beside the tables.
    ///
    /// - Throws: `StorageError`; `overloaded` when a read keeps that from being done: try again.
    func emptyJournal() async throws

    /// Why the engine cannot work at present; `nil` as far as it knows of nothing.
    var trouble: StorageError? { get }

    /// Finishes what waits, and lets go. Blocks meanwhile.
    func close() throws
}

/// One caller's write, in line.
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

/// A store's delivery, to an engine, which does not know the type of its events.
typealias AnyDelivery = @Sendable ([any Sendable]) throws -> Void
