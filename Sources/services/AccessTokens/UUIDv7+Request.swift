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

    /// The different users that a field of a request names, in the order of the request.
    ///
    /// - Parameter limit: the most users; a user who is named again does not count.
    /// - Throws: `RPCError` (FIELD_MALFORMED with the first that are wrong; TOO_MANY).
    package static func distinct(
        _ texts: [String], field: String = "user_ids", limit: Int = 1_000
    ) throws -> [UUIDv7] {
        // At once: to grow means to hash again all that is there.
        var seen = Set<UUIDv7>(minimumCapacity: min(texts.count, limit + 1))
        let ids = try RPCError.reading(texts, of: field) { text -> UUIDv7? in
            guard seen.count <= limit else { return nil }
            let id = try UUIDv7(entry: text, field: "")
            return seen.insert(id).inserted ? id : nil
        }
        guard ids.count <= limit else {
            throw RPCError.violation(
                .invalidArgument, .tooMany, field: field, "at most \(limit) users at once")
        }
        return ids
    }
}
