import RollcallBasics
import RollcallCrypto
import Storage

/// A grant that its provider is to revoke. Times are milliseconds since 1970.
struct GrantRevocation: Equatable, Sendable {
    let id: [UInt8]
    let issuer: String
    /// See `GrantSeal`.
    let sealedGrant: String
    let attempts: Int
    let createdAt: Int64
}

extension AuthStore {
    func revocationsOfGrants(dueAt now: Int64, limit: Int) async throws -> [GrantRevocation] {
        try await all(Statements.due, now, limit)
    }

    func endRevocation(of item: GrantRevocation) async throws {
        try await write { _ = try $0.run(Statements.end, item.id) }
    }

    /// Makes it due again after a pause that doubles, from half a minute to six hours.
    func postponeRevocation(
        of item: GrantRevocation, now: Int64, giveUpAfter patience: Duration
    ) async throws {
        guard now < item.createdAt + patience.wholeMilliseconds else {
            return try await endRevocation(of: item)
        }
        let pause = min(Int64(30_000) << Int64(min(item.attempts, 10)), 21_600_000)
        try await write { _ = try $0.run(Statements.postpone, now + pause, item.id) }
    }
}

extension AuthTransaction {
    /// Notes that a provider is to revoke what it has granted.
    func queueRevocation(of sealedGrant: String?, by issuer: String, now: Int64) throws {
        guard let sealedGrant else { return }
        // A sealed text is another one each time.
        let id = Array(SHA256Digest(of: sealedGrant.utf8).bytes.prefix(16))
        try run(Statements.add, id, issuer, sealedGrant, now)
    }
}

private enum Statements {
    static let due = Query<GrantRevocation, Int64, Int>(
        """
        SELECT id, provider, sealedToken, attempts, createdAtMs FROM tokenRevocation
        WHERE dueAtMs <= $1 ORDER BY dueAtMs LIMIT $2
        """
    ) {
        try GrantRevocation(
            id: $0.next(), issuer: $0.next(), sealedGrant: $0.next(), attempts: $0.next(),
            createdAt: $0.next())
    }

    static let add = Command<[UInt8], String, String, Int64>(
        """
        INSERT INTO tokenRevocation (id, provider, sealedToken, attempts, dueAtMs, createdAtMs)
        VALUES ($1, $2, $3, 0, $4, $4) ON CONFLICT (id) DO NOTHING
        """)

    static let end = Command<[UInt8]>("DELETE FROM tokenRevocation WHERE id = $1")

    static let postpone = Command<Int64, [UInt8]>(
        "UPDATE tokenRevocation SET attempts = attempts + 1, dueAtMs = $1 WHERE id = $2")
}
