import RollcallCrypto
import Storage

extension AuthStore {
    /// Notes what hashes cost from now on, and forgets what no account's does any more. Called at
    /// the start: it may look through all accounts.
    ///
    /// - Returns: what the hash of an account may cost.
    func note(_ parameters: Argon2Parameters) async throws -> [HashFunction] {
        let text = HashFunction.argon2id(parameters).text
        return try await write { tx in
            try tx.run(Statements.note, text)
            try tx.run(Statements.forgetOthers, text)
            return try tx.all(Statements.texts).compactMap { try? HashFunction($0) }
        }
    }
}

extension AuthTransaction {
    /// Notes the functions of hashes that are imported.
    func note(_ functions: Set<HashFunction>) throws {
        for function in functions { try run(Statements.note, function.text) }
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
                AND secret LIKE hashParameters.text || '$%')
        """)

    static let texts = Query<String>("SELECT text FROM hashParameters")
}
