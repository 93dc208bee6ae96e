import CPQ

/// PostgreSQL's numbers of its types (`pg_type.dat` of its sources): they never change.
enum PostgreSQLType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let boolArray: Oid = 1000
    static let byteaArray: Oid = 1001
    static let textArray: Oid = 1009
    static let int8Array: Oid = 1016
}

extension SQLType {
    /// The type that a parameter is declared with.
    var oid: Oid {
        switch self {
        case .integer: PostgreSQLType.int8
        case .boolean: PostgreSQLType.bool
        case .text: PostgreSQLType.text
        case .bytes: PostgreSQLType.bytea
        case .list(of: .integer): PostgreSQLType.int8Array
        case .list(of: .boolean): PostgreSQLType.boolArray
        case .list(of: .text): PostgreSQLType.textArray
        case .list(of: .bytes): PostgreSQLType.byteaArray
        case .list(of: .list): preconditionFailure("a list in a list")
        }
    }
}
