import RollcallCrypto

/// Versions that outlive the process, so that watches go on after a restart.
///
/// What is in the file and the versions of its changes belong together. They are written in one
/// transaction, and a batch that leaves nothing unwritten says up to which version the file has everything.
/// A cursor up to that version goes on after a restart. A cursor beyond it does not: its watch was told of
/// changes that the file has lost.
extension Roster {
    /// Whether there is anything to be written.
    var hasUnwritten: Bool { !backlog.isEmpty || !unwritten.isEmpty }

    /// The version of the user's last change; 0 when it is not known.
    func lastChange(of id: UUIDv7) -> UInt64 {
        max(users.index(of: id).map(watches.lastChange) ?? 0, departed.lastChange(of: id))
    }

    /// Notes that a user is about to change by a transaction of its own, in which the version is to be
    /// written (`PresenceStore.setVersion`): whether the service is killed before or after it tells the
    /// watches, they hear of the change.
    ///
    /// Until `settleChange` is called, a watch may have been told of later versions without this change, which
    /// the file may have: so after a restart no watch goes on from them.
    ///
    /// - Returns: the version; nil for a user who was erased.
    mutating func reserveChange(of id: UUIDv7) -> UInt64? {
        // Versions of a replica are the engine's.
        guard replica == nil, !erased.contains(id) else { return nil }
        // Also of one whom nobody has heard of: somebody may begin to watch the user meanwhile.
        let version = watches.reserveChange(of: users.enter(id))
        unwritten.users.insert(id)
        reserved[version, default: 0] += 1
        return version
    }

    /// Notes that something is about to be written that changes nothing now. By then, others may have changed it,
    /// and watches may have been told of that.
    ///
    /// - Returns: what is to be settled.
    mutating func reserveNoChange() -> UInt64 {
        reserved[watches.version + 1, default: 0] += 1
        return watches.version + 1
    }

    /// Notes that a change with a version of its own has taken effect, or will never do so.
    mutating func settleChange(_ version: UInt64?, of id: UUIDv7) {
        guard let version else { return }
        let left = reserved[version, default: 1] - 1
        reserved[version] = left > 0 ? left : nil
        if let user = users.index(of: id) { leaveIfUnknown(user) }
    }

    /// The version up to which all changes have taken effect, and those of blocks are written.
    private var settledVersion: UInt64 {
        let held = [reserved.keys.min(), unwrittenBlocks].compactMap(\.self)
        return held.min().map { min($0 - 1, watches.version) } ?? watches.version
    }

    /// Since when viewers see users as the blocks say, for the transaction that writes the blocks.
    ///
    /// - Parameter users: whose lists it writes.
    func unwrittenViews(of users: Set<UUIDv7>) -> ViewBatch {
        let views = unwritten.views.union(takenViews).filter {
            users.contains($0.viewer) || users.contains($0.user)
        }
        return ViewBatch(views: views.map(viewVersion), floor: watches.views.forgotten)
    }

    /// What a batch says of versions.
    ///
    /// - Parameter limit: the most rows.
    mutating func takeHistory(_ limit: Int) -> HistoryBatch {
        let taken = unwritten.take(max(0, limit))
        takenViews = Set(taken.views)
        var batch = HistoryBatch(
            epoch: epoch, run: VersionHistory.Run(base: history.base, written: settledVersion),
            isWhole: !hasUnwritten,
            floor: max(history.floor, departed.forgotten, watches.views.forgotten))
        batch.versions = taken.users.map { UserVersion(user: $0, version: lastChange(of: $0)) }
        batch.views = taken.views.map(viewVersion)
        return batch
    }

    /// Puts back what could not be written.
    mutating func putBack(_ batch: HistoryBatch) {
        unwritten.users.formUnion(batch.versions.map(\.user))
        unwritten.views.formUnion(
            batch.views.map { UnwrittenVersions.View(viewer: $0.viewer, user: $0.user) })
    }

    /// Takes up the versions of earlier runs. To be called when all users are entered who have anything.
    mutating func restore(_ stored: StoredHistory, at now: Moment) {
        history = VersionHistory(stored, epoch: epoch, wall: now.wall)
        var views = ViewChanges(limit: watches.views.limit)
        for view in stored.views { views.note(view.viewer, of: view.user, at: view.version) }
        watches = WatchTable(version: history.base, views: views)
        for change in stored.versions {
            if let user = users.index(of: change.user) {
                watches.setLastChange(of: user, change.version)
            } else {
                departed.note(change.user, at: change.version)
            }
        }
    }

    private func viewVersion(_ view: UnwrittenVersions.View) -> ViewVersion {
        ViewVersion(
            viewer: view.viewer, user: view.user,
            version: watches.views.version(of: view.user, for: view.viewer))
    }
}
