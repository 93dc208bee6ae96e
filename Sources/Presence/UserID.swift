import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension UUIDv7 {
    /// The field `user_id` of a request.
    ///
    /// - Throws: `RPCError` (`invalidArgument`).
    init(request text: String) throws {
        guard !text.isEmpty else {
            throw RPCError.violation(
                .invalidArgument, .fieldMissing, field: "user_id", "the user id is missing")
        }
        guard let id = UUIDv7(text) else {
            throw RPCError.violation(
                .invalidArgument, .fieldMalformed, field: "user_id",
                "a user id is a UUID of version 7 in its text form")
        }
        self = id
    }
}
