import CPQ

/// Two transactions met, and the server has undone this one: it is run again.
struct SerializationConflict: Error {}

/// What the server says of a failure (postgresql.org/docs/15/errcodes-appendix.html).
struct PostgreSQLError: Error {
    /// Five characters; empty for what libpq says itself.
    let state: String
    /// Without the detail and the context, in which values may stand.
    let message: String

    init(_ result: OpaquePointer) {
        func field(_ code: Unicode.Scalar) -> String? {
            PQresultErrorField(result, CInt(code.value)).map { String(cString: $0) }
        }
        // PG_DIAG_SQLSTATE, PG_DIAG_MESSAGE_PRIMARY
        state = field("C") ?? ""
        message = field("M") ?? String(cString: PQresultErrorMessage(result))
    }

    /// Whether the connection is no good any more, though it may not have noticed yet.
    var endsConnection: Bool {
        // 57P01 to 57P05: the server stops, or ends idle connections. 25P03: an idle transaction.
        state.hasPrefix("08") || state.hasPrefix("57P") || state == "25P03" || losesStatements
    }

    /// Whether what was prepared here is gone, is there already, or is of tables that have changed
    /// since: a new connection prepares it anew.
    private var losesStatements: Bool {
        ["26000", "42P05"].contains(state) || state == "0A000" && message.contains("cached plan")
    }

    var asError: any Error {
        switch state {
        // A serialization failure; a deadlock.
        case "40001", "40P01": SerializationConflict()
        default: asStorageError
        }
    }

    private var asStorageError: StorageError {
        switch state {
        case "53100": .noSpace
        case "25006": .readOnly
        // A statement that took too long; a lock that others held for too long.
        case "57014", "55P03": .overloaded
        case "42501": .unfitDatabase("the database does not allow it (\(sentence))")
        // Damaged data or indexes.
        case "XX001", "XX002": .corrupt(sentence)
        default:
            switch state.prefix(2) {
            case "22", "23": .constraint(sentence)
            case "53": .overloaded
            // The server's disk.
            case "58": .unavailable(sentence)
            default: .statement(sentence)
            }
        }
    }

    private var sentence: String { "PostgreSQL error \(state): \(message)" }
}
