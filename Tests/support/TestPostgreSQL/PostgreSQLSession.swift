import CPQ

/// A session of the server's administrator, beside the stores. Used by one task at a time.
package final class PostgreSQLSession: @unchecked Sendable {
    private let handle: OpaquePointer

    package init(of server: PostgreSQLServer) throws {
        handle = PQconnectdb(server.conninfo)
        guard PQstatus(handle) == CONNECTION_OK else {
            throw PostgreSQLServer.Failure(sentence: String(cString: PQerrorMessage(handle)))
        }
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
    }

    deinit {
        PQfinish(handle)
    }

    /// - Returns: the first column of the first row; empty if there is none.
    @discardableResult
    package func execute(_ sql: String) throws -> String {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return ""
        case PGRES_TUPLES_OK:
            return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : ""
        default:
            throw PostgreSQLServer.Failure(sentence: String(cString: PQresultErrorMessage(result)))
        }
    }
}
