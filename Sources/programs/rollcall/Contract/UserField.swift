import MessageJSON
import RollcallAPI

/// How a request names a user: by an id, or by one of the keys of a oneof.
struct UserField: Sendable {
    /// The message that holds the key; nil when the request itself does.
    private let holder: FieldDescriptor?
    /// The fields of the request, or of the holder, that can name the user.
    private let keys: [FieldDescriptor]
    /// A field that says by which address the user was found.
    private let address: FieldDescriptor?

    /// Nil for a request that names no user.
    init?(_ request: [FieldDescriptor]) {
        func oneof(_ fields: [FieldDescriptor]) -> [FieldDescriptor]? {
            fields.first { $0.name == "user_id" && $0.oneof != nil }.map { id in
                fields.filter { $0.oneof == id.oneof }
            }
        }
        let holder = request.first { $0.name == "user" && $0.kind == .message }
        self.holder = holder
        let inside = holder.flatMap { ContractCommands.pool.message($0.typeName)?.fields }
        if let keys = oneof(inside ?? request) {
            (self.keys, address) = (keys, nil)
        } else if let id = request.first(where: { $0.name == "user_id" && !$0.isRepeated }) {
            (keys, address) = ([id], request.first { $0.name == "email" })
        } else {
            return nil
        }
    }

    /// Whether a field of the request is given by naming the user.
    func covers(_ field: FieldDescriptor) -> Bool {
        field.name == holder?.name || field.name == address?.name
            || holder == nil && keys.contains { $0.name == field.name }
    }

    /// The members of the request that name a user.
    ///
    /// - Parameter id: asks for the id of a user whom the request cannot name otherwise.
    func members(
        for key: UserKey, id: (UserKey) async throws -> String
    ) async throws -> [String: JSON] {
        let (name, text) = key.field
        var members: [String: JSON]
        if let field = keys.first(where: { $0.name == name }) {
            members = [field.jsonName: .string(text)]
        } else {
            members = ["userId": .string(try await id(key))]
        }
        if let address, name == address.name { members[address.jsonName] = .string(text) }
        return holder.map { [$0.jsonName: .object(members)] } ?? members
    }
}
