import MessageJSON
import RollcallAPI

/// How the request of a command names a user: by a `UserKey` in its field `user`.
struct UserField: Sendable {
    /// The keys that the service takes.
    private let keys: Set<String>

    /// Nil for a request that names no user.
    init?(_ request: [FieldDescriptor], at server: ServerName) {
        guard request.contains(where: Self.covers) else { return nil }
        switch server {
        case .auth: keys = ["userId", "displayName", "email"]
        case .profile: keys = ["userId", "displayName"]
        case .presence: keys = ["userId"]
        }
    }

    /// Whether a field of the request is given by naming the user.
    static func covers(_ field: FieldDescriptor) -> Bool { field.typeName == UserKey.typeName }

    /// The members of the request that name a user.
    ///
    /// - Parameter id: asks for the id of a user that the service does not know otherwise.
    func members(
        for key: UserKey.Key, id: (UserKey.Key) async throws -> String
    ) async throws -> [String: JSON] {
        let (name, text) = key.field
        let member =
            keys.contains(name) ? [name: JSON.string(text)] : ["userId": .string(try await id(key))]
        return ["user": .object(member)]
    }
}
