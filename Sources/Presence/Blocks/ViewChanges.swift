import RollcallCrypto

/// When somebody began to see a user otherwise, though the user has not changed: one has blocked the
/// other, or does so no longer. Nobody else is told anything then.
struct ViewChanges: Sendable {
    /// How many are kept; with one more, all are forgotten.
    private let limit: Int
    private var versions: [UUIDv7: [UserTable.Index: UInt64]] = [:]
    private var count = 0
    /// The version up to which they were forgotten.
    private var forgotten: UInt64 = 0

    init(limit: Int = 200_000) {
        self.limit = limit
    }

    mutating func note(_ viewer: UUIDv7, of user: UserTable.Index, at version: UInt64) {
        if count >= limit {
            (versions, count, forgotten) = ([:], 0, version - 1)
        }
        if versions[viewer, default: [:]].updateValue(version, forKey: user) == nil { count += 1 }
    }

    /// The version of the last one of each user for a viewer.
    func changes(for viewer: UUIDv7) -> [UserTable.Index: UInt64] {
        versions[viewer] ?? [:]
    }

    /// Whether there may have been some since a version that are not known any more.
    func isUnknown(since version: UInt64) -> Bool {
        version < forgotten
    }
}
