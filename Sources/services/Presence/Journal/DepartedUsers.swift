import RollcallCrypto

/// The versions of the last changes of users who are in no other table any more, such as erased
/// users. A resumed watch is still sent the change.
struct DepartedUsers: Sendable {
    /// How many are kept; with one more, all are forgotten.
    private let limit: Int
    private var versions: [UUIDv7: UInt64] = [:]
    /// The version up to which they were forgotten.
    private(set) var forgotten: UInt64 = 0

    init(limit: Int = 100_000) {
        self.limit = limit
    }

    mutating func note(_ user: UUIDv7, at version: UInt64) {
        guard version > 0 else { return }
        if versions.count >= limit {
            forgotten = max(forgotten, versions.values.max() ?? 0)
            versions = [:]
        }
        versions[user] = max(version, versions[user] ?? 0)
    }

    /// The version of the user's last change; 0 when it is not known.
    func lastChange(of user: UUIDv7) -> UInt64 {
        versions.isEmpty ? 0 : versions[user] ?? 0
    }
}
