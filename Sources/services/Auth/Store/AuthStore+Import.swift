import RollcallAPI
import RollcallCrypto
import Storage

extension AuthStore {
    /// Those of some ids of another backend that accounts were made of.
    func imported(_ foreignIDs: [String], from source: String) async throws -> Set<String> {
        Set(try await all(Statements.known, source, SQLList(foreignIDs)))
    }

    /// Makes accounts of users that were not imported before, and are not refused. The sign-ups of
    /// the others are given up.
    ///
    /// - Parameters:
    ///   - sealedKeys: what the hashes need, by id.
    ///   - isDryRun: whether all is undone.
    /// - Returns: what became of each user.
    func importUsers(
        _ users: [ImportCandidate], from source: String, sealedKeys: [String: SealedBytes],
        isDryRun: Bool, now: Int64
    ) async throws -> [ImportResult] {
        do {
            return try await write { tx in
                for (id, key) in sealedKeys { try tx.run(Statements.addKey, id, key.bytes) }
                try tx.note(Set(users.compactMap(\.function)))
                let results = try users.map { user in
                    let result = try tx.importUser(user, from: source, now: now)
                    let hasName = result.outcome == .imported && !user.displayName.isEmpty
                    if user.isNameClaimed, !hasName { _ = try tx.abortSignUp(user.account.id) }
                    return result
                }
                if isDryRun { throw DryRun(results: results) }
                let count = results.count { $0.outcome == .imported }
                if count > 0 { try tx.note(.usersImported, after: "\(source): \(count)", now: now) }
                return results
            }
        } catch let run as DryRun {
            return run.results
        }
    }

    /// The key that imported hashes were made with, sealed.
    func hashKey(_ id: String) async throws -> [UInt8]? {
        try await first(Statements.key, id)
    }

    /// The accounts after `id`, the oldest first, without their names.
    func exportedUsers(after id: UUIDv7?, limit: Int) async throws -> [ImportedUser] {
        try await read { snapshot in
            try snapshot.all(Statements.accounts, id?.bytes ?? [], limit).map { account in
                ImportedUser(
                    foreignID: "\(account.id)", email: account.primary?.text ?? "",
                    isEmailVerified: account.primary?.isVerified ?? false,
                    passwordHash: account.password?.text ?? "", locale: account.locale,
                    createdAtMs: account.createdAt,
                    isDisabled: account.disabledUntil == .max,
                    identities: try snapshot.all(Statements.identities, account.id))
            }
        }
    }

    /// Undoes what an import has written.
    private struct DryRun: Error {
        let results: [ImportResult]
    }
}

extension AuthTransaction {
    fileprivate func importUser(
        _ user: ImportCandidate, from source: String, now: Int64
    ) throws -> ImportResult {
        let (id, account) = (user.account.id, user.account)
        if let other = try first(Statements.account, source, user.foreignID) {
            return ImportResult(outcome: .wasThere, userID: "\(other)")
        }
        for identity in user.identities
        where try exists(Statements.owner, identity.issuer, identity.subject) {
            return ImportResult(outcome: .refused, problem: "another account has an identity of it")
        }
        guard try insert(account) else {
            return ImportResult(outcome: .refused, problem: "another account has the address")
        }
        if let until = account.disabledUntil { try run(Statements.disable, until, id) }
        for identity in user.identities {
            try run(Statements.link, id, identity.issuer, identity.subject, now)
        }
        try run(Statements.noteImport, source, user.foreignID, id)
        if user.displayName.isEmpty {
            try addToOutbox(.makeProfile, of: id)
        } else {
            try settle(id, as: .committed)
            try addToOutbox(.confirmDisplayName, of: id)
        }
        return ImportResult(outcome: .imported, userID: "\(id)", problem: user.problem)
    }
}

private enum Statements {
    static let known = Query<String, String, SQLList<String>>(
        "SELECT foreignID FROM importedUser WHERE source = $1 AND foreignID = ANY($2)")

    static let account = Query<UUIDv7, String, String>(
        "SELECT accountID FROM importedUser WHERE source = $1 AND foreignID = $2")

    static let noteImport = Command<String, String, UUIDv7>(
        "INSERT INTO importedUser (source, foreignID, accountID) VALUES ($1, $2, $3)")

    static let owner = Query<UUIDv7, String, String>(
        "SELECT accountID FROM credential WHERE issuer = $1 AND subject = $2 AND issuer <> ''")

    static let link = Command<UUIDv7, String, String, Int64>(
        """
        INSERT INTO credential (accountID, kind, issuer, subject, createdAtMs)
        VALUES ($1, 'identity', $2, $3, $4) ON CONFLICT DO NOTHING
        """)

    static let disable = Command<Int64, UUIDv7>(
        "UPDATE account SET disabledUntilMs = $1 WHERE id = $2")

    static let addKey = Command<String, [UInt8]>(
        "INSERT INTO hashKey (id, sealedKey) VALUES ($1, $2) ON CONFLICT DO NOTHING")

    static let key = Query<[UInt8], String>("SELECT sealedKey FROM hashKey WHERE id = $1")

    static let accounts = Query<Account, [UInt8], Int>(
        """
        SELECT \(Account.columns) FROM \(Account.tables)
        WHERE account.id > $1 ORDER BY account.id LIMIT $2
        """)

    static let identities = Query<ImportedIdentity, UUIDv7>(
        """
        SELECT issuer, subject FROM credential
        WHERE accountID = $1 AND kind = 'identity' ORDER BY issuer, subject
        """
    ) { try ImportedIdentity(issuer: $0.next(), subject: $0.next()) }
}
