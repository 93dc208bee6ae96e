import RollcallAPI
import RollcallCrypto

/// What watches do.
extension Roster {
    /// What a watch is told.
    enum Update: Sendable, Equatable {
        case snapshot([Entry])
        case changes([Entry])
    }

    /// Opens a watch, which begins with changes if it can go on from the cursor.
    ///
    /// - Parameter ids: each once.
    mutating func openWatch(
        _ ids: [UUIDv7], by caller: WatchCaller, from cursor: Cursor?
    ) throws(Refusal) -> WatchTable.ID {
        guard knowsBlocks else { throw .blocksUnknown }
        guard watches.count(of: caller.user) < configuration.watchesPerUser else {
            throw .tooManyWatches
        }
        guard watches.watchedCount + ids.count <= configuration.watchedUsers else {
            throw .full
        }
        let version = cursor.flatMap { $0.epoch == epoch ? $0.version : nil }
        let own = users.index(of: caller.user)
        return watches.open(
            ids.map { users.enter($0) }, by: caller, from: version,
            // What has changed of one who hides it has no version, as others could count those.
            hidesOwnChanges: own.map { users.visibility($0) != .everyone } ?? false)
    }

    mutating func closeWatch(_ watch: WatchTable.ID) {
        for user in watches.close(watch) { leaveIfUnknown(user) }
    }

    /// What a watch has yet to be told, and where it stands then; nil when there is no news.
    mutating func takeUpdate(of watch: WatchTable.ID) -> (Update, Cursor)? {
        let viewer = watches.owner(of: watch).flatMap { users.index(of: $0) }
        let blocks = blocks
        let isHidden = { user in viewer.map { blocks.areApart($0, user) } ?? false }
        guard let update = watches.take(watch, own: viewer, isHidden: isHidden) else { return nil }
        let cursor = Cursor(epoch: epoch, version: watches.version)
        return switch update {
        case .snapshot(let users):
            (.snapshot(users.map { entry(of: $0, seenBy: viewer) }), cursor)
        case .changes(let users): (.changes(users.map { entry(of: $0, seenBy: viewer) }), cursor)
        }
    }
}
