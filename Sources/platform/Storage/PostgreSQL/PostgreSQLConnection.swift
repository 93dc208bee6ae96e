import CPQ

/// One connection to a PostgreSQL server, and what it has prepared. Used by one thread at a time.
final class PostgreSQLConnection: Connection, @unchecked Sendable {
    let handle: OpaquePointer
    /// How many connections its owner had lost before.
    var losses = 0
    /// How long the server may take for one statement. It ends statements by itself before that,
    /// unless it is frozen or gone.
    var patience = Duration.seconds(30)
    /// Why nothing more can be asked here; `nil` while the connection is good.
    private(set) var loss: StorageError?
    /// What a statement of this transaction failed with: the server refuses all others until the
    /// transaction is undone.
    var failure: (any Error)?
    /// What the server gets with the next statement.
    var unsent: [PostgreSQLRequest] = []
    private var statements: [PostgreSQLStatement?] = []

    /// Connects. Blocks meanwhile.
    ///
    /// - Throws: `StorageError.unavailable`; `unfitDatabase` if the server is too old.
    init(_ parameters: PostgreSQLParameters) throws {
        guard let handle = parameters.connect() else {
            throw StorageError.exhausted("no memory for a connection to PostgreSQL")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            throw StorageError.unavailable(Self.message(of: handle))
        }
        let version = PQserverVersion(handle) / 10_000
        guard version >= 15 else {
            throw StorageError.unfitDatabase(
                "PostgreSQL \(version) is too old: 15 or newer is needed")
        }
        // Otherwise notices go to standard error.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        patience = try (timeout() ?? .seconds(60)) + Self.grace
    }

    deinit {
        PQfinish(handle)
    }

    /// For what the server does around a statement, and for the network.
    private static let grace = Duration.seconds(5)

    /// The statement timeout as it is in force; `nil` if there is none.
    private func timeout() throws -> Duration? {
        let text = try execute(
            """
            SELECT ceil(extract(epoch FROM current_setting('statement_timeout')::interval) * 1000)
            """
        ).text(row: 0, column: 0)
        guard let milliseconds = text.flatMap(Int.init), milliseconds > 0 else { return nil }
        return .milliseconds(milliseconds)
    }

    /// What libpq says of a connection, in one line. It never repeats a password.
    static func message(of handle: OpaquePointer) -> String {
        String(cString: PQerrorMessage(handle))
            .split(whereSeparator: \.isNewline).joined(separator: "; ")
    }

    /// Gives the connection up.
    ///
    /// - Returns: the error to throw.
    func lose(_ message: String) -> StorageError {
        let error = StorageError.unavailable(message)
        loss = loss ?? error
        return error
    }

    func prepared(_ id: StatementID) throws -> any PreparedStatement { try statement(id) }

    /// - Throws: `StorageError`; `SerializationConflict`.
    func statement(_ id: StatementID) throws -> PostgreSQLStatement {
        if id.index < statements.count, let statement = statements[id.index] { return statement }
        let text = StatementRegistry.shared.text(of: id)
        let statement = try PostgreSQLStatement(text, on: self)
        if id.index >= statements.count {
            statements += Array(repeating: nil, count: id.index + 1 - statements.count)
        }
        statements[id.index] = statement
        return statement
    }
}
