import RollcallCrypto
import Storage

/// Something that another service has yet to be told.
struct OutboxItem: WorkItem, Hashable {
    enum Kind: String, CaseIterable, SQLValue {
        case confirmDisplayName, releaseDisplayName
        /// Of an account that was imported without a display name.
        case makeProfile
        /// Of an account that was made.
        case registerPresence
        /// Of an account that was deleted.
        case eraseProfile, erasePresence
        /// The same, and its display name is free at once.
        case eraseProfileAndName
    }

    /// Rising in the order of writing.
    let id: Int64
    let kind: Kind
    let accountID: UUIDv7
    /// How often the service has refused it.
    let attempts: Int
}
