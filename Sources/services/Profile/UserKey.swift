import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// By what a user is named who has a profile.
enum UserKey: Sendable {
    case id(UUIDv7)
    case name(DisplayName)

    /// The field `user` of a request, or an entry of another one.
    ///
    /// - Parameter field: the path of the field; empty for an entry.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED); `profileNotFound` for what nobody has
    ///   as a name.
    init(request key: ProfileKey?, field: String = "user") throws {
        switch key?.key {
        case .userID(let id):
            let path = field.isEmpty ? "user_id" : "\(field).user_id"
            self = .id(try UUIDv7(request: id, field: path))
        case .displayName(let text):
            let name = try DisplayName(text).orThrow(.profileNotFound)
            self = .name(name)
        case nil:
            throw RPCError.missing(field, "a user is named by user id or by display name")
        }
    }
}
