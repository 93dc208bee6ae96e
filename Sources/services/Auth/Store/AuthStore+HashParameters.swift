import RollcallCrypto
import Storage

extension AuthStore {
    /// Notes what hashes cost from now on, and forgets what no account's does any more. Called at
    /// the start: it may look through all accounts.
    ///
    /// - Returns: what the hash of an account may cost.
    func note(_ parameters: Argon2Parameters) async throws -> [Argon2Parameters] {
        try await write { tx in
            try tx.run(Statements.note, parameters.text)
            try tx.run(Statements.forgetOthers, parameters.text)
            return try tx.all(Statements.texts).compactMap {
                try? Argon2Parameters(Array($0.utf8)[...])
            }
        }
    }
}

private enum Statements {
    static let note = Command<String>(
        "INSERT INTO hashParameters (text) VALUES ($1) ON CONFLICT (text) DO NOTHING")

    static let forgetOthers = Command<String>(
        """
        DELETE FROM hashParameters WHERE text <> $1 AND NOT EXISTS (
            SELECT 1 FROM credential
            WHERE kind = 'password'
                AND secret LIKE '$argon2id$v=19$' || hashParameters.text || '$%')
        """)

    static let texts = Query<String>("SELECT text FROM hashParameters")
}
