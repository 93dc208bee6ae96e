import GRDB
import RollcallCrypto

/// Something that Profile has yet to be told.
struct OutboxItem: Sendable, Hashable {
    enum Kind: String {
        case confirmDisplayName, releaseDisplayName
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
