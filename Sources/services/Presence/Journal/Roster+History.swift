import RollcallCrypto

/// Versions that survive the process, so that watches continue after a restart.
///
/// Changes and their versions are written in one transaction. A batch that leaves nothing unwritten
/// records up to which version the file is complete. A cursor up to that version continues after a
/// restart. A later cursor does not: its watch was sent changes that the file has lost.
extension Roster {
    /// The version of the user's last change; 0 when it is unknown.
    func lastChange(of id: UUIDv7) -> UInt64 {
        max(users.index(of: id).map(watches.lastChange) ?? 0, journal.departed.lastChange(of: id))
    }

    /// Reserves a version for a change that is about to be written in its own transaction, together
    /// with the version (`PresenceStore.setVersion`). So the watches learn of the change even if
    /// the service is killed before it sends them the change.
    ///
    /// Until `settleChange` is called, watches may be sent later versions without this change,
    /// while the file already has it. So after a restart no watch continues from those versions.
    ///
    /// - Returns: the version; nil for an erased user.
    mutating func reserveChange(of id: UUIDv7) -> UInt64? {
        // The engine numbers the versions of a replica.
        guard replica == nil, !users.erased.contains(id) else { return nil }
        // Also for an unknown user, whom a viewer may begin to watch meanwhile.
        let version = watches.reserveChange(of: users.enter(id))
        journal.unwritten.note(id)
        journal.unwritten.reserve(version)
        return version
    }

    /// Reserves the next version for a write that changes nothing at present. Before it is done,
    /// another call may change the same setting, and watches may be sent that change.
    ///
    /// - Returns: the version to settle.
    mutating func reserveNoChange() -> UInt64 {
        journal.unwritten.reserve(watches.version + 1)
        return watches.version + 1
    }

    /// Records that a reserved change has taken effect, or will never do so.
    mutating func settleChange(_ version: UInt64?, of id: UUIDv7) {
        guard let version else { return }
        journal.unwritten.settle(version)
        if let user = users.index(of: id) { leaveIfUnknown(user) }
    }

    /// The versions of the views that blocks have changed, for the transaction that writes the
    /// blocks.
    ///
    /// - Parameter users: the users whose block lists the transaction writes.
    func unwrittenViews(of users: Set<UUIDv7>) -> ViewBatch {
        ViewBatch(
            views: journal.unwritten.views(of: users).map(viewVersion),
            floor: watches.views.forgotten)
    }

    /// Takes the part of a batch about versions.
    ///
    /// - Parameter limit: the most rows.
    mutating func takeHistory(_ limit: Int) -> HistoryBatch {
        let taken = journal.unwritten.take(max(0, limit))
        var batch = HistoryBatch(
            epoch: epoch,
            run: VersionHistory.Run(
                base: journal.history.base,
                written: journal.unwritten.settled(at: watches.version)),
            isWhole: !journal.hasUnwritten,
            floor: max(journal.history.floor, journal.departed.forgotten, watches.views.forgotten))
        batch.versions = taken.users.map { UserVersion(user: $0, version: lastChange(of: $0)) }
        batch.views = taken.views.map(viewVersion)
        return batch
    }

    /// Restores the versions of earlier runs. To be called after all stored users were entered.
    mutating func restore(_ stored: StoredHistory, at now: Moment) {
        journal.history = VersionHistory(stored, epoch: epoch, wall: now.wall)
        var views = ViewChanges(limit: watches.views.limit)
        for view in stored.views { views.note(view.viewer, of: view.user, at: view.version) }
        watches = WatchTable(version: journal.history.base, views: views)
        for change in stored.versions {
            if let user = users.index(of: change.user) {
                watches.setLastChange(of: user, change.version)
            } else {
                journal.departed.note(change.user, at: change.version)
            }
        }
    }

    private func viewVersion(_ view: UnwrittenVersions.View) -> ViewVersion {
        ViewVersion(
            viewer: view.viewer, user: view.user,
            version: watches.views.version(of: view.user, for: view.viewer))
    }
}
