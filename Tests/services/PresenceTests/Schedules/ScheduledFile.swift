import RollcallCrypto

@testable import Presence

/// What Presence's store has, after transactions that are written down, so that they can be
/// repeated on a real store.
struct ScheduledFile {
    enum Write {
        case begin(VersionHistory)
        case batch(JournalBatch)
        case visibility(UserVisibility, UUIDv7, version: UInt64?)
        case registration(UUIDv7, at: Int64, version: UInt64?)
        case erasure(UUIDv7, version: UInt64)
        case blocks([BlockList], ViewBatch)
    }

    private(set) var writes: [Write] = []
    private(set) var lastSeen: [UUIDv7: LastSeen] = [:]
    private(set) var leases: [StoredLease] = []
    private(set) var statuses: [UUIDv7: UserStatus] = [:]
    private(set) var settings: [UUIDv7: Roster.Setting] = [:]
    private(set) var blocked: [UUIDv7: Set<UUIDv7>] = [:]
    private(set) var hasAllBlocks = false
    private(set) var erased: Set<UUIDv7> = []
    private(set) var aliveAt: Int64 = 0
    private(set) var history = StoredHistory()
    private var versions: [UUIDv7: UInt64] = [:]
    private var views: [UnwrittenVersions.View: UInt64] = [:]

    /// What a restart finds.
    ///
    /// - Parameter users: in whose order it is found.
    func journal(_ users: [UUIDv7]) -> StoredJournal {
        var journal = StoredJournal(
            lastSeen: users.compactMap { lastSeen[$0] },
            statuses: users.compactMap { user in
                statuses[user].map { StoredStatus(user: user, status: $0) }
            },
            settings: users.compactMap { settings[$0] },
            leases: leases.sorted { $0.id < $1.id }, aliveAt: aliveAt, history: history,
            erased: users.filter(erased.contains))
        journal.history.runs.sort { $0.base < $1.base }
        journal.history.versions = versions.map { UserVersion(user: $0, version: $1) }
            .sorted { $0.version < $1.version }
        journal.history.views = views.map {
            ViewVersion(viewer: $0.viewer, user: $0.user, version: $1)
        }.sorted { $0.version < $1.version }
        return journal
    }

    func blocks(_ users: [UUIDv7]) -> StoredBlocks {
        StoredBlocks(
            lists: users.compactMap { user in
                blocked[user].map { list in
                    BlockList(user: user, blocked: users.filter(list.contains))
                }
            }, isWhole: hasAllBlocks)
    }

    mutating func begin(_ history: VersionHistory) {
        writes.append(.begin(history))
        self.history.epoch = self.history.epoch ?? history.epoch
        set(history.beginning)
    }

    mutating func record(_ batch: JournalBatch) {
        writes.append(.batch(batch))
        leases.removeAll { batch.ended.contains($0.id) }
        for lease in batch.held where !erased.contains(lease.user) {
            leases.removeAll { $0.user == lease.user && $0.device == lease.device }
            leases.append(lease)
        }
        for stored in batch.statuses {
            if stored.status == nil || !erased.contains(stored.user) {
                statuses[stored.user] = stored.status
            }
        }
        for seen in batch.lastSeen where !erased.contains(seen.user) {
            if lastSeen[seen.user].map({ $0.at < seen.at }) ?? true {
                lastSeen[seen.user] = seen
            }
        }
        if let history = batch.history { record(history) }
        aliveAt = batch.aliveAt
    }

    private mutating func record(_ batch: HistoryBatch) {
        history.epoch = batch.epoch
        history.isWhole = batch.isWhole
        history.floor = max(history.floor, batch.floor)
        for change in batch.versions { set(change.version, of: change.user) }
        set(batch.views)
        views = views.filter { $0.value >= batch.floor }
        if batch.isWhole {
            set(batch.run)
        } else if !history.runs.contains(where: { $0.base == batch.run.base }) {
            set(VersionHistory.Run(base: batch.run.base, written: batch.run.base))
        }
    }

    /// - Returns: what is stored now; nil for a user who was erased.
    mutating func setVisibility(
        _ visibility: UserVisibility, of user: UUIDv7, version: UInt64?
    ) -> Roster.Setting? {
        writes.append(.visibility(visibility, user, version: version))
        guard !erased.contains(user) else { return nil }
        let setting = Roster.Setting(
            user: user, visibility: visibility, number: (settings[user]?.number ?? 0) + 1)
        settings[user] = setting
        if let version { set(version, of: user) }
        return setting
    }

    mutating func register(_ user: UUIDv7, at time: Int64, version: UInt64?) {
        writes.append(.registration(user, at: time, version: version))
        if lastSeen[user] == nil, !erased.contains(user) {
            lastSeen[user] = LastSeen(user: user, at: time)
        }
        if let version { set(version, of: user) }
    }

    mutating func erase(_ user: UUIDv7, version: UInt64) {
        writes.append(.erasure(user, version: version))
        guard !erased.contains(user) else { return }
        leases.removeAll { $0.user == user }
        (lastSeen[user], statuses[user], settings[user], blocked[user]) = (nil, nil, nil, nil)
        for owner in blocked.keys { setBlocked(blocked[owner]?.subtracting([user]), by: owner) }
        views = views.filter { $0.key.user != user && $0.key.viewer != user }
        erased.insert(user)
        set(version, of: user)
    }

    /// All lists of a copy come at once.
    mutating func record(_ lists: [BlockList], _ batch: ViewBatch) {
        writes.append(.blocks(lists, batch))
        for list in lists {
            let isGone = erased.contains(list.user)
            setBlocked(isGone ? nil : Set(list.blocked).subtracting(erased), by: list.user)
        }
        set(batch.views)
        history.floor = max(history.floor, batch.floor)
        hasAllBlocks = true
    }

    private mutating func setBlocked(_ list: Set<UUIDv7>?, by user: UUIDv7) {
        blocked[user] = list?.isEmpty == false ? list : nil
    }

    private mutating func set(_ run: VersionHistory.Run) {
        history.runs.removeAll { $0.base == run.base }
        history.runs.append(run)
    }

    private mutating func set(_ version: UInt64, of user: UUIDv7) {
        versions[user] = max(versions[user] ?? 0, version)
    }

    private mutating func set(_ changes: [ViewVersion]) {
        for change in changes {
            let view = UnwrittenVersions.View(viewer: change.viewer, user: change.user)
            views[view] = max(views[view] ?? 0, change.version)
        }
    }
}
