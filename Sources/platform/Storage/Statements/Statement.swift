/// A statement that answers rows: its text, the types of its parameters, and how a row is read.
///
/// A constant of the store that it belongs to. Each connection compiles it once, when it is first
/// used.
package struct Query<Output, each Parameter: SQLValue>: Sendable {
    let id: StatementID
    let row: @Sendable (inout Columns) throws -> Output

    /// - Parameter row: reads the columns in their order. What cannot be read is damage: it throws
    ///   `StorageError.corrupt`.
    package init(_ sql: SQL, _ row: @escaping @Sendable (inout Columns) throws -> Output) {
        var types: [SQLType] = []
        for type in repeat (each Parameter).self { types.append(type.sqlType) }
        id = StatementRegistry.shared.id(of: StatementText(sql: sql, parameters: types))
        self.row = row
    }

    /// Steps to the first row; `nil` if there is none.
    ///
    /// - Parameter statement: with its parameters bound.
    func first(of statement: any PreparedStatement) throws -> Output? {
        guard try statement.step() else { return nil }
        var columns = Columns(of: statement)
        return try row(&columns)
    }

    /// Runs the statement, and reads the first row; `nil` if there is none.
    func first(
        on connection: any Connection, _ parameters: repeat each Parameter
    ) throws -> Output? {
        try connection.run(id, repeat each parameters, then: { try first(of: $0) })
    }

    /// A statement whose rows have one column.
    package init(_ sql: SQL) where Output: SQLValue {
        self.init(sql) { try $0.next() }
    }
}

/// A statement that changes rows and answers none.
package struct Command<each Parameter: SQLValue>: Sendable {
    let id: StatementID

    package init(_ sql: SQL) {
        var types: [SQLType] = []
        for type in repeat (each Parameter).self { types.append(type.sqlType) }
        id = StatementRegistry.shared.id(of: StatementText(sql: sql, parameters: types))
    }
}

/// A command without parameters: where a value is wanted, `Command<>` would be read as an operator.
package typealias PlainCommand = Command<>
