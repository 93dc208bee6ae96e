import CPQ

/// What the server has answered to one statement.
final class PostgreSQLResult {
    private let handle: OpaquePointer

    /// - Parameter handle: is cleared with this object.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        PQclear(handle)
    }

    /// `nil` if the statement has succeeded.
    var error: PostgreSQLError? {
        switch PQresultStatus(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_PIPELINE_SYNC,
            PGRES_COPY_IN, PGRES_COPY_OUT:
            nil
        default: PostgreSQLError(handle)
        }
    }

    /// Whether the statement was not run, as one before it in the pipeline has failed.
    var isNotRun: Bool { PQresultStatus(handle) == PGRES_PIPELINE_ABORTED }

    /// What was done, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(handle)) }
    /// Rows that were changed.
    var changes: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }
    var rowCount: CInt { PQntuples(handle) }

    func type(ofColumn column: Int) -> Oid { PQftype(handle, CInt(column)) }

    /// - Returns: in binary format, valid as long as this object; `nil` for NULL.
    func value(row: CInt, column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(handle, row, CInt(column)) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(handle, row, CInt(column)),
            count: Int(PQgetlength(handle, row, CInt(column))))
    }

    /// A column of an answer that is text; `nil` for NULL.
    func text(row: CInt, column: Int) -> String? {
        value(row: row, column: column).map { String(decoding: $0, as: UTF8.self) }
    }
}
