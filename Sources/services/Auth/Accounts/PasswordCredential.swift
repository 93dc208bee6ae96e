import RollcallCrypto

/// The password of an account, as it is stored. Times are milliseconds since 1970.
struct PasswordCredential: Sendable {
    /// A PHC string.
    let text: String
    /// When the password was chosen. Hashing the same one anew does not change it.
    let setAt: Int64
    /// When a session was last opened with it, to the day; nil before the first sign-in.
    var lastUsedAt: Int64?

    /// Nil if the stored hash is damaged or out of bounds. No password is then correct until the
    /// owner resets it by mail. Parsed on demand, as few calls that read an account need it.
    var hash: PasswordHash? { try? PasswordHash(text) }
}
