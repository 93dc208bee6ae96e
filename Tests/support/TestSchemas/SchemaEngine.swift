/// Whose SQL a schema is written in.
enum SchemaEngine: String {
    case sqlite = "SQLite"
    case postgresql = "PostgreSQL"

    /// What a column's type is called for both engines.
    ///
    /// - Parameter isBoolean: whether a CHECK allows 0 and 1 alone, as SQLite has no type for that.
    func type(_ name: String, isBoolean: Bool) throws -> String {
        switch (self, name) {
        case (.sqlite, "integer"): isBoolean ? "boolean" : "integer"
        case (.postgresql, "bigint"): "integer"
        case (.postgresql, "boolean"): "boolean"
        case (.sqlite, "blob"), (.postgresql, "bytea"): "bytes"
        case (_, "text"): "text"
        default: throw SchemaError("\(name) is not among the types that stores use in \(rawValue)")
        }
    }
}
