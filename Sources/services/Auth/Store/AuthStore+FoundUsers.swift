import RollcallAPI
import RollcallCrypto
import Storage

/// What accounts are found by.
struct UserCriteria: Sendable {
    /// As sessions and the audit log have them; empty for all.
    let networks: [String]
    /// When the accounts were made, in milliseconds since 1970.
    let times: Range<Int64>
    /// In lower case; empty for all.
    let emailPrefix: String
    /// In any case; empty for all.
    let namePrefix: String
}

extension AuthStore {
    /// The accounts among some that meet all criteria, the oldest first.
    ///
    /// - Parameters:
    ///   - id: they come after this one; nil for the first.
    ///   - last: the last of them.
    func users(
        meeting criteria: UserCriteria, after id: UUIDv7?, upTo last: UUIDv7
    ) async throws -> [(UUIDv7, FoundUser)] {
        try await all(
            Statements.found, id?.bytes ?? [], last, criteria.times.lowerBound,
            criteria.times.upperBound, criteria.emailPrefix, criteria.namePrefix,
            criteria.networks.isEmpty, SQLList(criteria.networks))
    }
}

private enum Statements {
    static let found = Query<
        (UUIDv7, FoundUser), [UInt8], UUIDv7, Int64, Int64, String,
        String, Bool, SQLList<String>
    >(
        """
        SELECT account.id, coalesce(email, ''), coalesce(signUp.displayName, ''),
            account.createdAtMs
        FROM account
        LEFT JOIN address ON address.accountID = account.id AND isPrimary = TRUE
        LEFT JOIN signUp ON signUp.accountID = account.id
        WHERE account.id > $1 AND account.id <= $2
            AND account.createdAtMs >= $3 AND account.createdAtMs < $4
            AND ($5 = '' OR EXISTS (
                SELECT 1 FROM address
                WHERE address.accountID = account.id
                    AND substr(address.canonical, 1, length($5)) = $5))
            AND ($6 = '' OR lower(substr(signUp.displayName, 1, length($6))) = lower($6))
            AND ($7 OR EXISTS (
                    SELECT 1 FROM audit
                    WHERE audit.accountID = account.id AND action = 'account.created'
                        AND addressPrefix = ANY($8))
                OR EXISTS (
                    SELECT 1 FROM session
                    WHERE session.accountID = account.id AND addressPrefix = ANY($8)))
        ORDER BY account.id
        """
    ) { row in
        let id = try row.next(as: UUIDv7.self)
        return try (
            id,
            FoundUser(
                userID: id.description, email: row.next(), displayName: row.next(),
                createdAtMs: row.next(), outcome: .found)
        )
    }
}
