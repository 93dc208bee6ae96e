import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension UUIDv7 {
    /// A field of a request that names a user, or something else.
    ///
    /// - Parameter noun: what the identifier is of.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    package init(
        request text: String, field: String = "user_id", of noun: String = "user"
    ) throws {
        guard !text.isEmpty else { throw RPCError.missing(field, "the \(noun) id is missing") }
        try self.init(entry: text, field: field, of: noun)
    }

    /// One entry of a field of a request that has several, or a field that may be empty and is not.
    ///
    /// - Throws: `RPCError` (FIELD_MALFORMED).
    package init(
        entry text: String, field: @autoclosure () -> String, of noun: String = "user"
    ) throws {
        self = try UUIDv7(text).orThrow(
            .malformed(field(), "a \(noun) id is a UUID of version 7 in its text form"))
    }

    /// All entries of a field of a request.
    ///
    /// - Throws: `RPCError` (FIELD_MALFORMED with the first that are wrong; TOO_MANY).
    package static func entries(
        _ texts: [String], field: String, of noun: String = "user", limit: Int = ListPage.longest
    ) throws -> [UUIDv7] {
        guard texts.count <= limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: field,
                "a request has at most \(limit) \(noun) ids")
        }
        return try RPCError.reading(texts, of: field) { try UUIDv7(entry: $0, field: "", of: noun) }
    }
}
