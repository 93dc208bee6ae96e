import GRDB
import RollcallCrypto

extension AuthStore {
    /// Notes what hashes cost from now on, and forgets what no account's does any more. Called at the
    /// start: it may look through all accounts.
    ///
    /// - Returns: what the hash of an account may cost.
    func note(_ parameters: Argon2Parameters) async throws -> [Argon2Parameters] {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO hashParameters (text) VALUES (?)",
                arguments: [parameters.text])
            try db.execute(
                sql: """
                    DELETE FROM hashParameters WHERE text <> ? AND NOT EXISTS (
                        SELECT 1 FROM account
                        WHERE passwordHash LIKE '$argon2id$v=19$' || hashParameters.text || '$%')
                    """,
                arguments: [parameters.text])
            return try String.fetchAll(db, sql: "SELECT text FROM hashParameters")
                .compactMap { try? Argon2Parameters($0[...]) }
        }
    }
}
