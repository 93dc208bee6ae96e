import RollcallCrypto
import Storage

/// A grant that its provider is to revoke.
struct GrantRevocation: WorkItem {
    let id: [UInt8]
    let issuer: String
    /// See `GrantSeal`.
    let sealedGrant: String
    let attempts: Int
    /// Milliseconds since 1970.
    let createdAt: Int64

    static let table = WorkTable<GrantRevocation>(
        "tokenRevocation", columns: columns, where: "TRUE")
    private static let columns: SQL = "id, provider, sealedToken, attempts, createdAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        id = try columns.next()
        issuer = try columns.next()
        sealedGrant = try columns.next()
        attempts = try columns.next()
        createdAt = try columns.next()
    }
}

extension AuthStore {
    func endRevocation(of item: GrantRevocation) async throws {
        try await write { _ = try $0.run(Statements.end, item.id) }
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
    static let add = Command<[UInt8], String, String, Int64>(
        """
        INSERT INTO tokenRevocation (id, provider, sealedToken, createdAtMs)
        VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING
        """)

    static let end = Command<[UInt8]>("DELETE FROM tokenRevocation WHERE id = $1")
}
