import GRDB
import RollcallCrypto

/// Who can sign in.
struct Account: Sendable {
    let id: UUIDv7
    /// As it was signed up.
    let email: String
    let passwordHash: PasswordHash

    init(id: UUIDv7, email: String, passwordHash: PasswordHash) {
        self.id = id
        self.email = email
        self.passwordHash = passwordHash
    }

    /// - Throws: `StorageError.corrupt`, `PasswordHashError`.
    init(row: Row) throws {
        id = try row.id("id")
        email = row["email"]
        passwordHash = try row.value("passwordHash") { try PasswordHash($0) }
    }
}
