import GRDB
import RollcallCrypto

/// What remains of an account that was deleted. Times are milliseconds since 1970.
struct Deletion: Sendable, Equatable {
    let accountID: UUIDv7
    let requestedAt: Int64
    /// When the other services had forgotten the user; nil while they have not.
    var profileErasedAt: Int64?
    var presenceErasedAt: Int64?

    /// One that happens now.
    init(accountID: UUIDv7, requestedAt: Int64) {
        self.accountID = accountID
        self.requestedAt = requestedAt
    }

    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        accountID = try row.id("accountID")
        requestedAt = row["requestedAtMs"]
        profileErasedAt = row["profileErasedAtMs"]
        presenceErasedAt = row["presenceErasedAtMs"]
    }
}
