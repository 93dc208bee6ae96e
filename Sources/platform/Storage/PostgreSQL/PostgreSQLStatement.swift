import CPQ
import RollcallCrypto

/// A statement that a connection to PostgreSQL has prepared. The first step executes it, and has
/// all rows.
final class PostgreSQLStatement: PreparedStatement, PostgreSQLEncoder {
    private unowned let connection: PostgreSQLConnection
    private let name: String
    private var values: PostgreSQLValues
    private var result: PostgreSQLResult?
    private var row: CInt = -1

    /// - Throws: `StorageError`.
    init(_ text: StatementText, on connection: PostgreSQLConnection) throws {
        self.connection = connection
        name = Self.name(of: text)
        values = PostgreSQLValues(count: text.parameters.count)
        try connection.prepare(name, text.sql.text, text.parameters.map(\.oid))
    }

    /// By its text: a pooler may have a connection to the server go from one process to another,
    /// and nobody's statement must be taken for another one.
    private static func name(of text: StatementText) -> String {
        let digest = SHA256Digest(of: "\(text.sql.text)|\(text.parameters)".utf8)
        return "r" + digest.withBytes { Hex.encode($0.prefix(16)) }
    }

    func bindNull(at index: Int) {
        values.setNull(at: index)
    }

    func set(at index: Int, _ encode: (inout [UInt8]) -> Void) {
        values.set(at: index, encode)
    }

    func bind<Element: SQLValue>(list: [Element], at index: Int) {
        set(at: index) { PostgreSQLArray.encode(list, into: &$0) }
    }

    func step() throws -> Bool {
        if result == nil { result = try connection.askWithUnsent(.prepared(name, values)) }
        row += 1
        return row < result?.rowCount ?? 0
    }

    /// Sends it, inside of `PostgreSQLConnection.pipelined`.
    func send() throws {
        try connection.send(.prepared(name, values))
    }

    func submit() throws {
        try connection.submit(.prepared(name, values))
    }

    /// What was answered to it: the next step goes to the first row.
    func receive(_ result: PostgreSQLResult) {
        self.result = result
        row = -1
    }

    func reset() {
        result = nil
        row = -1
        values.removeAll()
    }

    var changes: Int { result?.changes ?? 0 }
}

// The columns of the row that it stands at.
extension PostgreSQLStatement {
    func isNull(at index: Int) -> Bool { value(at: index) == nil }

    func integer(at index: Int) -> Int64? {
        switch result?.type(ofColumn: index) {
        case PostgreSQLType.int8: number(at: index, as: Int64.self)
        case PostgreSQLType.int4: number(at: index, as: Int32.self).map(Int64.init)
        case PostgreSQLType.int2: number(at: index, as: Int16.self).map(Int64.init)
        default: nil
        }
    }

    func boolean(at index: Int) -> Bool? {
        guard let value = value(at: index, of: PostgreSQLType.bool) else { return nil }
        return value[0] != 0
    }

    func text(at index: Int) -> String? {
        value(at: index, of: PostgreSQLType.text).map { String(decoding: $0, as: UTF8.self) }
    }

    func bytes(at index: Int) -> UnsafeRawBufferPointer? {
        value(at: index, of: PostgreSQLType.bytea)
    }

    private func value(at index: Int) -> UnsafeRawBufferPointer? {
        result?.value(row: row, column: index)
    }

    private func value(at index: Int, of type: Oid) -> UnsafeRawBufferPointer? {
        result?.type(ofColumn: index) == type ? value(at: index) : nil
    }

    private func number<Number: FixedWidthInteger>(at index: Int, as: Number.Type) -> Number? {
        value(at: index).map { Number(bigEndian: $0.loadUnaligned(as: Number.self)) }
    }
}
