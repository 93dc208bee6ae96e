/// A read of one row by one statement, which finds the row by a key: an engine may send many of different
/// callers in one go, and then each waits for all of them.
protocol RowRead: Sendable {
    associatedtype Row: Sendable

    var statement: StatementID { get }

    func bind(to statement: any PreparedStatement)

    /// - Returns: `nil` if there is no row.
    /// - Throws: `StorageError`; what the query's reading of a row throws.
    func row(of statement: any PreparedStatement) throws -> Row?

    /// Runs the statement by itself.
    ///
    /// - Throws: as `row(of:)`.
    func row(on connection: any Connection) throws -> Row?
}

/// The first row of a query.
struct FirstRow<Output: Sendable, each Parameter: SQLValue>: RowRead {
    private let query: Query<Output, repeat each Parameter>
    private let parameters: (repeat each Parameter)

    init(
        _ query: Query<Output, repeat each Parameter>, _ parameters: repeat each Parameter
    ) {
        self.query = query
        self.parameters = (repeat each parameters)
    }

    var statement: StatementID { query.id }

    func bind(to statement: any PreparedStatement) {
        statement.bind(repeat each parameters)
    }

    func row(of statement: any PreparedStatement) throws -> Output? {
        try query.first(of: statement)
    }

    func row(on connection: any Connection) throws -> Output? {
        try query.first(on: connection, repeat each parameters)
    }
}
