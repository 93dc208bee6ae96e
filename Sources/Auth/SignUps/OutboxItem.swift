import GRDB
import RollcallCrypto

/// Something that another service has yet to be told.
struct OutboxItem: Sendable, Hashable {
    enum Kind: String, CaseIterable {
        case confirmDisplayName, releaseDisplayName
        /// Of an account that was deleted.
        case eraseProfile, erasePresence
    }

    /// Rising in the order of writing.
    let id: Int64
    let kind: Kind
    let accountID: UUIDv7
}

extension OutboxItem {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        id = row["id"]
        kind = try row.value("kind") { Kind(rawValue: $0) }
        accountID = try row.id("accountID")
    }
}
