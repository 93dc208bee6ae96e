import RollcallCrypto

/// The changes whose versions are still to be written: one entry for each user and view, however
/// often they change.
struct UnwrittenVersions: Sendable {
    struct View: Hashable, Sendable {
        var viewer: UUIDv7
        var user: UUIDv7
    }

    private var users: Set<UUIDv7> = []
    private var views: Set<View> = []
    /// The views of the last batch, which may not be written yet.
    private var takenViews: Set<View> = []
    /// How many changes are being written without having taken effect, by version.
    private var reserved: [UInt64: Int] = [:]
    /// The version of the first change of blocks that has taken effect but may not be written; nil
    /// when all are written.
    private var firstBlocks: UInt64?

    var isEmpty: Bool { users.isEmpty && views.isEmpty }

    mutating func note(_ user: UUIDv7) {
        users.insert(user)
    }

    mutating func note(_ view: View) {
        views.insert(view)
    }

    /// Drops all views, as their versions were dropped (`ViewChanges.forgotten`).
    mutating func forgetViews() {
        (views, takenViews) = ([], [])
    }

    /// Records that a change is being written under a version.
    mutating func reserve(_ version: UInt64) {
        reserved[version, default: 0] += 1
    }

    /// Records that a reserved change has taken effect, or will never do so.
    mutating func settle(_ version: UInt64) {
        let left = reserved[version, default: 1] - 1
        reserved[version] = left > 0 ? left : nil
    }

    mutating func noteBlocks(at version: UInt64) {
        firstBlocks = firstBlocks ?? version
    }

    mutating func noteBlocksWritten() {
        firstBlocks = nil
    }

    /// The version up to which all changes have taken effect and all block changes are written.
    ///
    /// - Parameter version: the present one.
    func settled(at version: UInt64) -> UInt64 {
        let held = [reserved.keys.min(), firstBlocks].compactMap(\.self)
        return held.min().map { min($0 - 1, version) } ?? version
    }

    /// The views of some users, or that they see, which may not be written yet.
    func views(of users: Set<UUIDv7>) -> [View] {
        views.union(takenViews).filter { users.contains($0.viewer) || users.contains($0.user) }
    }

    /// Takes out what is to be written next.
    ///
    /// - Parameter limit: the most rows.
    mutating func take(_ limit: Int) -> (users: [UUIDv7], views: [View]) {
        let someUsers = Array(users.prefix(limit))
        let someViews = Array(views.prefix(limit - someUsers.count))
        takenViews = Set(someViews)
        // As a rule these are all.
        if someUsers.count == users.count { users = [] } else { users.subtract(someUsers) }
        if someViews.count == views.count { views = [] } else { views.subtract(someViews) }
        return (someUsers, someViews)
    }

    /// Puts back what could not be written.
    mutating func putBack(_ batch: HistoryBatch) {
        users.formUnion(batch.versions.map(\.user))
        views.formUnion(batch.views.map { View(viewer: $0.viewer, user: $0.user) })
    }
}
