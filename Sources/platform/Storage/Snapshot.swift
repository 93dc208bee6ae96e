/// A connection to an engine, used by one thread at a time.
protocol Connection: AnyObject {
    /// The compiled statement, ready for its parameters. It is compiled at its first use.
    ///
    /// - Throws: `StorageError`.
    func prepared(_ id: StatementID) throws -> any PreparedStatement

    /// Runs a body inside a transaction, and undoes its writes.
    ///
    /// - Throws: `StorageError`; what the body throws. The transaction cannot continue then.
    func undoing(_ body: () throws -> Void) throws
}

extension Connection {
    /// Runs a statement, and resets it in any case.
    func run<Result, each Parameter: SQLValue>(
        _ id: StatementID, _ parameters: repeat each Parameter,
        then body: (any PreparedStatement) throws -> Result
    ) throws -> Result {
        let statement = try prepared(id)
        defer { statement.reset() }
        statement.bind(repeat each parameters)
        return try body(statement)
    }
}

/// The committed state at the begin of a read. Later writes are not visible.
///
/// It is valid only inside the body that receives it.
package class Snapshot {
    let connection: any Connection
    /// The error of the statement that failed. The transaction runs no statement after it.
    private(set) var failure: (any Error)?

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The first row; `nil` if there is none.
    ///
    /// - Throws: `StorageError`.
    package final func first<Output, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> Output? {
        try run(query.id, repeat each parameters, then: { try query.first(of: $0) })
    }

    /// All rows.
    ///
    /// - Throws: `StorageError`.
    package final func all<Output, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> [Output] {
        try run(
            query.id, repeat each parameters,
            then: { statement in
                var rows: [Output] = []
                while try statement.step() {
                    var columns = Columns(of: statement)
                    try rows.append(query.row(&columns))
                }
                return rows
            })
    }

    /// Whether there is a row.
    ///
    /// - Throws: `StorageError`.
    package final func exists<Output, each Parameter: SQLValue>(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> Bool {
        try run(query.id, repeat each parameters, then: { try $0.step() })
    }

    /// Runs a statement, and resets it in any case. An error of the statement ends the transaction,
    /// on every engine. An error that `body` throws itself does not.
    final func run<Result, each Parameter: SQLValue>(
        _ id: StatementID, _ parameters: repeat each Parameter,
        then body: (any PreparedStatement) throws -> Result
    ) throws -> Result {
        if let failure { throw failure }
        do {
            return try connection.run(id, repeat each parameters, then: body)
        } catch {
            failure = error
            throw error
        }
    }
}
