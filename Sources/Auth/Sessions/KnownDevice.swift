import RollcallCrypto
import Storage

/// A device that has signed in to an account, and has a token for that. It has limits that strangers cannot
/// use up; the token alone signs nobody in. Times are milliseconds since 1970.
struct KnownDevice: Equatable, Sendable {
    /// How many an account knows. One more, and the one that was unused longest is forgotten.
    static let limit = 50
    /// How long its correct passwords count with those of strangers, and it waits behind older devices for
    /// a hash.
    static let trial = Duration.days(1)

    let id: UUIDv7
    let accountID: UUIDv7
    let tokenHash: SHA256Digest
    let createdAt: Int64
    /// When somebody last signed in on it.
    var lastUsedAt: Int64

    /// A device that is known from now on.
    init(id: UUIDv7, accountID: UUIDv7, token: OpaqueToken, now: Int64) {
        self.id = id
        self.accountID = accountID
        tokenHash = token.hash
        createdAt = now
        lastUsedAt = now
    }
}

extension KnownDevice: RowValue {
    static let columns: SQL = "id, accountID, tokenHash, createdAtMs, lastUsedAtMs"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        id = try columns.next()
        accountID = try columns.next()
        tokenHash = try columns.next()
        createdAt = try columns.next()
        lastUsedAt = try columns.next()
    }
}
