import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension UUIDv7 {
    /// The user that a request names by id.
    ///
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED).
    init(_ key: UserKey?) throws {
        switch key?.key {
        case .userID(let id): try self.init(request: id, field: "user.user_id")
        case .displayName: throw Self.unknown("user.display_name")
        case .email: throw Self.unknown("user.email")
        case nil: throw RPCError.missing("user", "the user is missing")
        }
    }

    private static func unknown(_ field: String) -> RPCError {
        .malformed(field, "Presence knows users by id")
    }
}
