import CSQLite

/// A statement compiled by a connection to SQLite.
final class SQLiteStatement: PreparedStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The place of each parameter in SQLite's count, from 1, in the order of first use; 0 for a
    /// parameter that the text does not use.
    private let places: [CInt]
    /// Why a parameter was refused: too long, or no memory. The statement must not run without it.
    private var refusal = SQLITE_OK
    /// The steps of SQLite's virtual machine in the last run.
    private(set) var steps: CInt = 0

    /// - Throws: `StorageError`.
    init(_ text: StatementText, on connection: OpaquePointer) throws {
        self.connection = connection
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection, SQLiteDialect.text(of: text), -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT),
            &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw SQLiteError(code: code, handle: connection).asError
        }
        self.handle = handle
        places = text.parameters.indices.map { sqlite3_bind_parameter_index(handle, "$\($0 + 1)") }
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// SQLite copies the bytes.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private func note(_ code: CInt) {
        if code != SQLITE_OK { refusal = code }
    }

    func bindNull(at index: Int) {
        note(sqlite3_bind_null(handle, places[index]))
    }

    func bind(_ value: Int64, at index: Int) {
        note(sqlite3_bind_int64(handle, places[index], value))
    }

    func bind(_ value: Bool, at index: Int) {
        note(sqlite3_bind_int64(handle, places[index], value ? 1 : 0))
    }

    func bind(_ value: String, at index: Int) {
        let count = CInt(clamping: value.utf8.count)
        note(sqlite3_bind_text(handle, places[index], value, count, Self.transient))
    }

    func bind(_ value: UnsafeRawBufferPointer, at index: Int) {
        guard let start = value.baseAddress, !value.isEmpty else {
            note(sqlite3_bind_zeroblob(handle, places[index], 0))
            return
        }
        let count = CInt(clamping: value.count)
        note(sqlite3_bind_blob(handle, places[index], start, count, Self.transient))
    }

    func bind<Element: SQLValue>(list: [Element], at index: Int) {
        switch SQLiteDialect.encode(list) {
        case .json(let text): bind(text, at: index)
        case .pieces(let bytes, let width):
            bytes.withUnsafeBytes { bind($0, at: index) }
            let place = sqlite3_bind_parameter_index(handle, SQLiteDialect.width(of: index))
            note(sqlite3_bind_int64(handle, place, Int64(width)))
        }
    }

    func step() throws -> Bool {
        guard refusal == SQLITE_OK else {
            throw SQLiteError(code: refusal, handle: connection).asError
        }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw SQLiteError(code: code, handle: connection).asError
        }
    }

    func submit() throws {
        while try step() {}
    }

    func reset() {
        sqlite3_reset(handle)
        // Bound values may be long or secret.
        sqlite3_clear_bindings(handle)
        refusal = SQLITE_OK
        // Resets the count to 0, as the handler that stops long statements uses it.
        steps = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)
    }

    var changes: Int { Int(sqlite3_changes64(connection)) }

    private func type(at index: Int) -> CInt { sqlite3_column_type(handle, CInt(index)) }

    func isNull(at index: Int) -> Bool { type(at: index) == SQLITE_NULL }

    func integer(at index: Int) -> Int64? {
        type(at: index) == SQLITE_INTEGER ? sqlite3_column_int64(handle, CInt(index)) : nil
    }

    func boolean(at index: Int) -> Bool? {
        switch integer(at: index) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    func text(at index: Int) -> String? {
        guard type(at: index) == SQLITE_TEXT, let start = sqlite3_column_text(handle, CInt(index))
        else { return nil }
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func bytes(at index: Int) -> UnsafeRawBufferPointer? {
        guard type(at: index) == SQLITE_BLOB else { return nil }
        // The bytes come before their number: asking for the bytes may convert them.
        let start = sqlite3_column_blob(handle, CInt(index))
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, CInt(index))))
    }

    /// The bytes of a text or of bytes; valid until the next step.
    func content(at index: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, CInt(index))
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, CInt(index))))
    }
}
