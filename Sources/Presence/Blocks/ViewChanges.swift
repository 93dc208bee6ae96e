import RollcallCrypto

/// When somebody began to see a user otherwise, though the user has not changed: one has blocked the
/// other, or does so no longer. Nobody else is told anything then.
struct ViewChanges: Sendable {
    /// Whom a viewer sees otherwise.
    private struct View: Sendable {
        var versions: [UUIDv7: UInt64] = [:]
        var latest: UInt64 = 0
    }

    /// How many are kept; with one more, all are forgotten.
    let limit: Int
    private var views: [UUIDv7: View] = [:]
    private var count = 0
    /// The version up to which they were forgotten.
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

    /// Whom a viewer sees otherwise since a version.
    func changes(for viewer: UUIDv7, since version: UInt64) -> [UUIDv7] {
        guard let view = views[viewer], view.latest > version else { return [] }
        return view.versions.lazy.filter { $0.value > version }.map(\.key)
    }

    /// Since which version a viewer sees a user as now; 0 when that is not known.
    func version(of user: UUIDv7, for viewer: UUIDv7) -> UInt64 {
        views[viewer]?.versions[user] ?? 0
    }

    /// Whether there may have been some since a version that are not known any more.
    func isUnknown(since version: UInt64) -> Bool {
        version < forgotten
    }
}
