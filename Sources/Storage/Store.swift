import RollcallBasics
import Synchronization

/// Tables in an engine: bodies that read, and bodies that write, each a transaction.
///
/// A body touches nothing outside of its transaction, as it may be run again: by PostgreSQL's engine
/// when two collide, by SQLite's when a page must come from the disk, and in debug builds always, so
/// that a body that cannot be run again is found by the tests.
package final class Store<Event: Sendable>: Sendable {
    /// Hears, after each commit and before its writers are answered, what their bodies told: of all that
    /// are in the commit, in their order.
    package typealias Delivery = @Sendable ([Event]) throws -> Void

    private let engine: any Engine
    private let repeatsBodies: Bool

    /// Opens the tables at `location`, or makes them. Blocks meanwhile.
    ///
    /// - Parameters:
    ///   - delivery: what it throws stops the store, as a failed fsync does: the commit stands, but who
    ///     waits for it must not hear so.
    ///   - onFailure: called once, when the store has stopped for good: the process should exit, and be
    ///     started anew.
    /// - Throws: `StorageError`. A damaged or foreign database is left as it is.
    package init(
        _ location: StoreLocation, schema: Schema, configuration: StoreConfiguration = .init(),
        delivery: @escaping Delivery = { _ in },
        onFailure: @escaping @Sendable (StorageError) -> Void
    ) throws {
        repeatsBodies = configuration.repeatsBodies
        let deliver: AnyDelivery = { try delivery($0.compactMap { $0 as? Event }) }
        switch location {
        case .file(let path):
            engine = try SQLiteEngine(
                path: path, schema: schema, configuration: configuration, deliver: deliver,
                onFailure: onFailure)
        case .postgresql(let url):
            engine = try PostgreSQLEngine(
                url, schema: schema, configuration: configuration, deliver: deliver,
                onFailure: onFailure)
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
        var row: Output?
        let isRead = try engine.readAtOnce(isOne: true) {
            row = try query.first(on: $0, repeat each parameters)
        }
        return try await isRead ? row : engine.first(FirstRow(query, repeat each parameters))
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
        var value: T?
        if try engine.readAtOnce(isOne: isOne, { value = try body($0) }), let value { return value }
        return try await engine.read(isOne: isOne, body)
    }

    /// Runs a body in a transaction, and returns when it is on the disk.
    ///
    /// Writes that come at the same time may share a commit; each sees those before it, and what it
    /// throws undoes its own changes only.
    ///
    /// - Throws: `StorageError`; `CancellationError` if cancelled before the body began; what `body`
    ///   throws. After an error nothing is written, but for `failed` and `unknownOutcome`.
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (Transaction<Event>) throws -> T
    ) async throws -> T {
        try await waitInLine { continuation in
            engine.enter(
                PendingWrite(
                    run: { [repeatsBodies] connection in
                        let (value, events) = try Self.run(
                            body, on: connection, repeating: repeatsBodies)
                        return PendingWrite.Success(
                            events: events, answer: { continuation.resume(returning: value) })
                    },
                    refuse: { continuation.resume(throwing: $0) }))
        } withdraw: {
            self.engine.withdraw($0)
        }
    }

    /// Empties SQLite's write-ahead log, which has what was deleted until it is written over: once this
    /// returns, and with `StoreConfiguration.erasesDeleted`, a row that was deleted before is in none of
    /// the files. PostgreSQL overwrites dead rows and its log by itself, later.
    ///
    /// - Throws: `StorageError`; `overloaded` when a read keeps that from being done: try again.
    package func emptyJournal() async throws {
        try await engine.emptyJournal()
    }

    /// Why the store cannot work at present; `nil` as far as it knows of nothing.
    ///
    /// A server that did not answer is asked again by itself, now and then, when somebody looks
    /// here: so this ends without a call.
    package var trouble: StorageError? { engine.trouble }

    /// Finishes what waits, and lets the database go. Blocks meanwhile. Later calls throw `closed`.
    ///
    /// - Throws: `StorageError`; no write is lost thereby.
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
