import RollcallCrypto

/// The versions at which a viewer's view of an unchanged user has changed, because one has blocked
/// or unblocked the other. No other user learns of it.
struct ViewChanges: Sendable {
    /// A user whom a viewer sees differently.
    private struct View: Sendable {
        var versions: [UUIDv7: UInt64] = [:]
        var latest: UInt64 = 0
    }

    /// The most entries. With one more, all are dropped.
    let limit: Int
    private var views: [UUIDv7: View] = [:]
    private var count = 0
    /// The version up to which entries were dropped.
    private(set) var forgotten: UInt64

    init(limit: Int = 200_000, forgotten: UInt64 = 0) {
        (self.limit, self.forgotten) = (limit, forgotten)
    }

    mutating func note(_ viewer: UUIDv7, of user: UUIDv7, at version: UInt64) {
        if count >= limit {
            (views, count) = ([:], 0)
            forgotten = max(forgotten, version - 1)
        }
        if views[viewer, default: View()].versions.updateValue(version, forKey: user) == nil {
            count += 1
        }
        views[viewer, default: View()].latest = max(version, views[viewer]?.latest ?? 0)
    }

    /// The users whom a viewer sees differently since a version.
    func changes(for viewer: UUIDv7, since version: UInt64) -> [UUIDv7] {
        guard let view = views[viewer], view.latest > version else { return [] }
        return view.versions.lazy.filter { $0.value > version }.map(\.key)
    }

    /// The version since which a viewer sees a user as now; 0 if unknown.
    func version(of user: UUIDv7, for viewer: UUIDv7) -> UInt64 {
        views[viewer]?.versions[user] ?? 0
    }

    /// Whether entries since a version may have been dropped.
    func isUnknown(since version: UInt64) -> Bool {
        version < forgotten
    }
}
