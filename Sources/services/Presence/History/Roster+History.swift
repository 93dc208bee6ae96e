import RollcallCrypto

/// Versions that survive the process, so that watches continue after a restart.
///
/// Changes and their versions are written in one transaction. A batch that leaves nothing unwritten
/// records up to which version the file is complete. A cursor up to that version continues after a
/// restart. A later cursor does not: its watch was told of changes that the file has lost.
extension Roster {
    /// Whether there is anything to be written.
    package var hasUnwritten: Bool { !backlog.isEmpty || !unwritten.isEmpty }

    /// The version of the user's last change; 0 when it is unknown.
    func lastChange(of id: UUIDv7) -> UInt64 {
        max(users.index(of: id).map(watches.lastChange) ?? 0, departed.lastChange(of: id))
    }

    /// Reserves a version for a change that is about to be written in its own transaction, together with
    /// the version (`PresenceStore.setVersion`). So the watches learn of the change even if the service
    /// is killed before it tells them.
    ///
    /// Until `settleChange` is called, watches may be told of later versions without this change, while
    /// the file already has it. So after a restart no watch continues from those versions.
    ///
    /// - Returns: the version; nil for an erased user.
    mutating func reserveChange(of id: UUIDv7) -> UInt64? {
        // The engine numbers the versions of a replica.
        guard replica == nil, !erased.contains(id) else { return nil }
        // Also for an unknown user, whom a viewer may begin to watch meanwhile.
        let version = watches.reserveChange(of: users.enter(id))
        unwritten.users.insert(id)
        reserved[version, default: 0] += 1
        return version
    }

    /// Reserves the next version for a write that changes nothing at present. Before it is done, another
    /// call may change the same setting, and watches may be told of that.
    ///
    /// - Returns: the version to settle.
    mutating func reserveNoChange() -> UInt64 {
        reserved[watches.version + 1, default: 0] += 1
        return watches.version + 1
    }

    /// Records that a reserved change has taken effect, or will never do so.
    mutating func settleChange(_ version: UInt64?, of id: UUIDv7) {
        guard let version else { return }
        let left = reserved[version, default: 1] - 1
        reserved[version] = left > 0 ? left : nil
        if let user = users.index(of: id) { leaveIfUnknown(user) }
    }

    /// The version up to which all changes have taken effect and all block changes are written.
    private var settledVersion: UInt64 {
        let held = [reserved.keys.min(), unwrittenBlocks].compactMap(\.self)
        return held.min().map { min($0 - 1, watches.version) } ?? watches.version
    }

    /// The versions of the views that blocks have changed, for the transaction that writes the blocks.
    ///
    /// - Parameter users: the users whose block lists the transaction writes.
    func unwrittenViews(of users: Set<UUIDv7>) -> ViewBatch {
        let views = unwritten.views.union(takenViews).filter {
            users.contains($0.viewer) || users.contains($0.user)
        }
        return ViewBatch(views: views.map(viewVersion), floor: watches.views.forgotten)
    }

    /// Takes the part of a batch about versions.
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

    /// Puts back a batch that could not be written.
    mutating func putBack(_ batch: HistoryBatch) {
        unwritten.users.formUnion(batch.versions.map(\.user))
        unwritten.views.formUnion(
            batch.views.map { UnwrittenVersions.View(viewer: $0.viewer, user: $0.user) })
    }

    /// Restores the versions of earlier runs. To be called after all stored users were entered.
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
