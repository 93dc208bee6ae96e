import RollcallAPI
import RollcallCrypto
import Storage

extension AuthStore {
    /// Makes accounts of users that were not imported before, and are not refused. The sign-ups of
    /// the others are given up.
    ///
    /// - Parameters:
    ///   - sealedKeys: what the hashes need, by id.
    ///   - isDryRun: whether all is undone.
    /// - Returns: what became of each user.
    func importUsers(
        _ users: [ImportCandidate], from source: String, sealedKeys: [String: [UInt8]],
        isDryRun: Bool, now: Int64
    ) async throws -> [ImportResult] {
        do {
            return try await write { tx in
                for (id, key) in sealedKeys { try tx.run(Statements.addKey, id, key) }
                try tx.note(Set(users.compactMap(\.function)))
                var known = try tx.imported(users.map(\.foreignID), from: source)
                var taken = try tx.taken(
                    users.compactMap(\.account.primary?.canonical), now: now)
                let results = try users.map { user in
                    let result = try tx.importUser(
                        user, from: source, besides: known, &taken, now: now)
                    let isImported = result.outcome == .imported
                    if isImported { known[user.foreignID] = user.account.id }
                    let hasName = isImported && !user.displayName.isEmpty
                    if user.claimsName, !hasName { _ = try tx.abortSignUp(user.account.id) }
                    return result
                }
                if isDryRun { throw DryRun(results: results) }
                let made = results.filter { $0.outcome == .imported }.map { UUIDv7($0.userID) }
                try tx.note(.accountCreated, ofEach: made, after: source, now: now)
                if !made.isEmpty {
                    try tx.note(.usersImported, after: "\(source): \(made.count)", now: now)
                }
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
            try snapshot.accounts(after: id, limit: limit).map { account in
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

extension Snapshot {
    func imported(
        _ foreignIDs: [String], from source: String
    ) throws -> [String: UUIDv7] {
        let accounts = try all(Statements.imported, source, SQLList(foreignIDs))
        return Dictionary(accounts) { first, _ in first }
    }
}

extension AuthTransaction {
    /// - Parameters:
    ///   - known: the accounts of earlier users, by their ids there.
    ///   - taken: the addresses among those of all users that are not free.
    fileprivate func importUser(
        _ user: ImportCandidate, from source: String, besides known: [String: UUIDv7],
        _ taken: inout Set<String>, now: Int64
    ) throws -> ImportResult {
        let (id, account) = (user.account.id, user.account)
        if let other = known[user.foreignID] {
            return ImportResult(outcome: .wasThere, userID: "\(other)")
        }
        for identity in user.identities
        where try holder(of: IdentityKey(issuer: identity.issuer, subject: identity.subject)) != nil
        {
            return ImportResult(outcome: .refused, problem: "another account has an identity of it")
        }
        guard account.primary.map({ taken.insert($0.canonical).inserted }) ?? true else {
            return ImportResult(outcome: .refused, problem: "another account has the address")
        }
        try insertRows(of: account)
        for identity in user.identities {
            try run(Statements.link, id, identity.issuer, identity.subject, now)
        }
        try run(Statements.noteImport, source, user.foreignID, id)
        if !user.displayName.isEmpty { try settle(id, as: .committed) }
        try addToOutbox(user.displayName.isEmpty ? .makeProfile : .confirmDisplayName, of: id)
        return ImportResult(outcome: .imported, userID: "\(id)", problem: user.problem)
    }
}

private enum Statements {
    static let imported = Query<(String, UUIDv7), String, SQLList<String>>(
        """
        SELECT foreignID, accountID FROM importedUser WHERE source = $1 AND foreignID = ANY($2)
        """
    ) { try ($0.next(), $0.next()) }

    static let noteImport = Command<String, String, UUIDv7>(
        "INSERT INTO importedUser (source, foreignID, accountID) VALUES ($1, $2, $3)")

    static let link = Command<UUIDv7, String, String, Int64>(
        """
        INSERT INTO credential (accountID, kind, issuer, subject, createdAtMs)
        VALUES ($1, 'identity', $2, $3, $4) ON CONFLICT DO NOTHING
        """)

    static let addKey = Command<String, [UInt8]>(
        "INSERT INTO hashKey (id, sealedKey) VALUES ($1, $2) ON CONFLICT DO NOTHING")

    static let key = Query<[UInt8], String>("SELECT sealedKey FROM hashKey WHERE id = $1")

    static let identities = Query<ImportedIdentity, UUIDv7>(
        """
        SELECT issuer, subject FROM credential
        WHERE accountID = $1 AND kind = 'identity' ORDER BY issuer, subject
        """
    ) { try ImportedIdentity(issuer: $0.next(), subject: $0.next()) }
}
