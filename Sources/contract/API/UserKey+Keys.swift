extension UserKey {
    /// - Parameter id: a UUIDv7 in its text form.
    public static func id(_ id: String) -> UserKey { UserKey(key: .userID(id)) }

    /// - Parameter name: a display name, in any case.
    public static func name(_ name: String) -> UserKey { UserKey(key: .displayName(name)) }

    /// - Parameter address: for calls of administrators to Auth.
    public static func email(_ address: String) -> UserKey { UserKey(key: .email(address)) }
}
