/// What takes the values of parameters. Their places count from 0.
protocol ParameterSink: AnyObject {
    func bindNull(at index: Int)
    func bind(_ value: Int64, at index: Int)
    func bind(_ value: Bool, at index: Int)
    func bind(_ value: String, at index: Int)
    /// Copies the bytes.
    func bind(_ value: UnsafeRawBufferPointer, at index: Int)
    func bind<Element: SQLValue>(list: [Element], at index: Int)
}

/// A statement that a connection has compiled: its parameters are set, its rows are stepped
/// through, and it is reset. Used by one thread at a time.
///
/// Places of columns count from 0.
protocol PreparedStatement: ParameterSink {
    /// Goes on to the next row.
    ///
    /// - Returns: `false` behind the last row.
    /// - Throws: `StorageError`.
    func step() throws -> Bool
    /// Has it run before the next statement, or at once. It has no rows.
    ///
    /// - Throws: `StorageError`; or else the next statement does.
    func submit() throws
    /// Ends it, so that it can be run again with other parameters.
    func reset()
    /// The rows that it has changed. Once it has ended.
    var changes: Int { get }

    func isNull(at index: Int) -> Bool
    /// - Returns: `nil` if the column holds no integer.
    func integer(at index: Int) -> Int64?
    func boolean(at index: Int) -> Bool?
    func text(at index: Int) -> String?
    /// - Returns: valid until the next step; `nil` if the column holds no bytes.
    func bytes(at index: Int) -> UnsafeRawBufferPointer?
}

extension ParameterSink {
    func bind<each Value: SQLValue>(_ values: repeat each Value) {
        var index = 0
        for value in repeat each values {
            var parameter = Parameter(sink: self, index: index)
            value.bind(to: &parameter)
            index += 1
        }
    }
}

/// The place of one parameter.
package struct Parameter {
    let sink: any ParameterSink
    let index: Int

    package mutating func setNull() { sink.bindNull(at: index) }
    package mutating func set(_ value: Int64) { sink.bind(value, at: index) }
    package mutating func set(_ value: Bool) { sink.bind(value, at: index) }
    package mutating func set(_ value: String) { sink.bind(value, at: index) }
    package mutating func set(_ value: UnsafeRawBufferPointer) { sink.bind(value, at: index) }
    mutating func set(list: [some SQLValue]) { sink.bind(list: list, at: index) }
}

/// One column of the row that a statement stands at.
package struct Column {
    let statement: any PreparedStatement
    let index: Int

    package var isNull: Bool { statement.isNull(at: index) }

    package func integer() throws -> Int64 { try sound(statement.integer(at: index)) }
    package func boolean() throws -> Bool { try sound(statement.boolean(at: index)) }
    package func text() throws -> String { try sound(statement.text(at: index)) }
    /// Valid until the statement goes on.
    package func bytes() throws -> UnsafeRawBufferPointer { try sound(statement.bytes(at: index)) }

    package var damage: StorageError { .corrupt("the column at place \(index + 1) cannot be read") }

    private func sound<T>(_ value: T?) throws -> T {
        guard let value else { throw damage }
        return value
    }
}

/// The columns of a row, read from the first to the last.
package struct Columns {
    private let statement: any PreparedStatement
    private var index = 0

    init(of statement: any PreparedStatement) {
        self.statement = statement
    }

    /// The next column.
    ///
    /// - Throws: `StorageError.corrupt`.
    package mutating func next<T: SQLValue>(as type: T.Type = T.self) throws -> T {
        defer { index += 1 }
        return try T(Column(statement: statement, index: index))
    }

    /// The next column; `nil` for NULL. An overload, as the generic one looks the type of an
    /// optional up at run time, which takes as long as SQLite's reading of the column.
    package mutating func next<T: SQLValue>(as type: T?.Type = T?.self) throws -> T? {
        guard Column(statement: statement, index: index).isNull else {
            return try next(as: T.self)
        }
        skip()
        return nil
    }

    package mutating func skip(_ count: Int = 1) {
        index += count
    }
}
