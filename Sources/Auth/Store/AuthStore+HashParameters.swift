import GRDB
import RollcallCrypto

extension AuthStore {
    /// Notes what hashes cost from now on.
    ///
    /// - Returns: what the hash of any account may cost: those of all starts so far.
    func note(_ parameters: Argon2Parameters) async throws -> [Argon2Parameters] {
        try await write { db in
            try db.execute(
                sql: "INSERT OR IGNORE INTO hashParameters (text) VALUES (?)",
                arguments: [parameters.text])
            return try String.fetchAll(db, sql: "SELECT text FROM hashParameters")
                .compactMap { try? Argon2Parameters($0[...]) }
        }
    }
}
