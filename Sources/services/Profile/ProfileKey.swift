import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// By what a user is named who has a profile.
enum ProfileKey: Sendable {
    case id(UUIDv7)
    case name(DisplayName)

    /// The field `user` of a request, or an entry of another one.
    ///
    /// - Parameter field: the path of the field; empty for an entry.
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED); `profileNotFound` for what nobody has
    ///   as a name.
    init(request key: UserKey?, field: String = "user") throws {
        switch key?.key {
        case .userID(let id):
            let path = field.isEmpty ? "user_id" : "\(field).user_id"
            self = .id(try UUIDv7(request: id, field: path))
        case .displayName(let text):
            let name = try DisplayName(text).orThrow(.profileNotFound)
            self = .name(name)
        case .email:
            throw RPCError.malformed(
                field.isEmpty ? "email" : "\(field).email",
                "Profile knows users by user id and by display name")
        case nil:
            throw RPCError.missing(field, "a user is named by user id or by display name")
        }
    }
}
