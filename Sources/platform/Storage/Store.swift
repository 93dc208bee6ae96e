import RollcallBasics
import RollcallRPC

/// The tables of a database. A caller reads and writes them in bodies, each a transaction.
///
/// A body touches only its transaction, as it may run more than once. PostgreSQL's engine repeats
/// it when two transactions collide, and SQLite's when a page must come from the disk. Debug builds
/// always run it twice, so that tests find a body that cannot be repeated.
package final class Store<Event: Sendable>: Sendable {
    /// Delivers the events of all bodies in a commit, in order. It runs after the commit and before
    /// its writers are answered.
    package typealias Delivery = @Sendable ([Event]) -> Void

    /// Whether other processes may have the tables, too.
    package let isShared: Bool
    private let engine: any Engine
    private let repeatsBodies: Bool
    /// For traces.
    private let system: TraceSpan.Attribute

    /// Opens the tables at `location`, or creates them. Blocks until then.
    ///
    /// - Parameters:
    ///   - onFailure: called once, when the store has stopped for good. The process should exit and
    ///     be restarted.
    /// - Throws: `StorageError`. A damaged or foreign database stays as it is.
    package init(
        _ location: StoreLocation, schema: Schema, configuration: StoreConfiguration = .init(),
        delivery: @escaping Delivery = { _ in },
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        repeatsBodies = configuration.repeatsBodies
        let deliver: AnyDelivery = { delivery($0.compactMap { $0 as? Event }) }
        switch location {
        case .file(let path):
            (isShared, system) = (false, ("db.system.name", "sqlite"))
            engine = try SQLiteEngine(
                path: path, schema: schema, configuration: configuration, deliver: deliver,
                onFailure: onFailure)
        case .postgresql(let url):
            (isShared, system) = (true, ("db.system.name", "postgresql"))
            engine = try PostgreSQLEngine(
                url, schema: schema, configuration: configuration, deliver: deliver)
        }
    }

    /// Runs a body on a snapshot of the last commit.
    ///
    /// - Throws: `StorageError`; `CancellationError`; what `body` throws.
    package func read<T: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws -> T
    ) async throws -> T {
        try await read(isOne: false) { [repeatsBodies] in
            try Self.run(body, on: $0, repeating: repeatsBodies)
        }
    }

    /// The first row of one query; `nil` if there is none.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    package func first<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> Output? {
        let span = TraceSpan.beginUse("read", system)
        do {
            var row: Output?
            let isRead = try engine.readAtOnce(isOne: true) {
                row = try query.first(on: $0, repeat each parameters)
            }
            if !isRead { row = try await engine.first(query, repeat each parameters) }
            span?.end()
            return row
        } catch {
            span?.end(failing: error)
            throw error
        }
    }

    /// All rows of one query.
    ///
    /// - Throws: `StorageError`; `CancellationError`.
    package func all<Output: Sendable, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) async throws -> [Output] {
        try await read(isOne: true) { try Snapshot($0).all(query, repeat each parameters) }
    }

    private func read<T: Sendable>(
        isOne: Bool, _ body: @escaping @Sendable (any Connection) throws -> T
    ) async throws -> T {
        let span = TraceSpan.beginUse("read", system)
        do {
            var value: T?
            let isRead = try engine.readAtOnce(isOne: isOne) { value = try body($0) }
            let result =
                if isRead, let value { value } else {
                    try await engine.read(isOne: isOne, body)
                }
            span?.end()
            return result
        } catch {
            span?.end(failing: error)
            throw error
        }
    }

    /// Runs a body in a transaction, and returns when it is on the disk.
    ///
    /// Concurrent writes may share a commit. Each sees the ones before it. If one throws, only its
    /// own changes are undone.
    ///
    /// - Parameter inTurn: whether it begins after all others that say so have ended, in whichever
    ///   process: for writes that each change what the one before has read, such as a chain. The
    ///   body begins with a query then. In SQLite all wait for each other.
    /// - Throws: `StorageError`; `CancellationError` if cancelled before the body began; what
    ///   `body` throws. Nothing was written then, except perhaps after `failed` and
    ///   `unknownOutcome`.
    package func write<T: Sendable>(
        inTurn: Bool = false, _ body: @escaping @Sendable (Transaction<Event>) throws -> T
    ) async throws -> T {
        let span = TraceSpan.beginUse("write", system)
        return try await waitInLine { continuation in
            engine.enter(
                PendingWrite(
                    isInTurn: inTurn,
                    run: { [repeatsBodies] connection in
                        let (value, events) = try Self.run(
                            body, on: connection, repeating: repeatsBodies)
                        return PendingWrite.Success(
                            events: events,
                            answer: {
                                span?.end()
                                continuation.resume(returning: value)
                            })
                    },
                    refuse: {
                        span?.end(failing: $0)
                        continuation.resume(throwing: $0)
                    }))
        } withdraw: {
            self.engine.withdraw($0)
        }
    }

    /// Empties SQLite's write-ahead log, which keeps deleted rows until they are overwritten. With
    /// `StoreConfiguration.erasesDeleted`, rows deleted earlier are in none of the files
    /// afterwards. PostgreSQL overwrites dead rows and its log by itself, later.
    ///
    /// - Throws: `StorageError`; `overloaded` if a read prevents it: try again.
    package func emptyJournal() async throws {
        try await engine.emptyJournal()
    }

    /// Calls `body` when another process may have committed something that it notifies of
    /// (`NOTIFY rollcall`, such as by a trigger). Only PostgreSQL has other processes. A
    /// notification may be missed, so look now and then, too.
    package func onNotification(_ body: @escaping @Sendable () -> Void) {
        engine.onNotification(body)
    }

    /// Why the store cannot work at present; `nil` if no trouble is known.
    ///
    /// Reading it now and then makes the store ask a server again that did not answer. So the
    /// trouble ends without a call.
    package var trouble: StorageError? { engine.trouble }

    /// Finishes waiting work and closes the database. Blocks until then. Later calls throw
    /// `closed`.
    ///
    /// - Throws: `StorageError`; no write is lost by it.
    package func close() throws {
        try engine.close()
    }

    private static func run<T>(
        _ body: (Snapshot) throws -> T, on connection: any Connection, repeating: Bool
    ) throws -> T {
        if repeating { _ = try body(Snapshot(connection)) }
        let snapshot = Snapshot(connection)
        let value = try body(snapshot)
        if let failure = snapshot.failure { throw failure }
        return value
    }

    private static func run<T>(
        _ body: (Transaction<Event>) throws -> T, on connection: any Connection, repeating: Bool
    ) throws -> (T, [Event]) {
        if repeating { try connection.undoing { _ = try body(Transaction(connection)) } }
        let transaction = Transaction<Event>(connection)
        let value = try body(transaction)
        if let failure = transaction.failure { throw failure }
        return (value, transaction.events)
    }
}
