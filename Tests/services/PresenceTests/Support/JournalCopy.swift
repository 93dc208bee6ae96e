import RollcallCrypto
import Testing

@testable import Presence

/// What is written of a roster: a model of the file, and if there is a store, that store, which has
/// to answer the same.
struct JournalCopy {
    private let store: PresenceStore?
    private var journal = StoredJournal()
    private var blocked: [UUIDv7: [UUIDv7]] = [:]

    init(_ store: PresenceStore? = nil) async throws {
        self.store = store
        _ = try await store?.record([], isWhole: true)
    }

    mutating func begin(_ history: VersionHistory) async throws {
        try await store?.begin(history)
        journal.history.epoch = journal.history.epoch ?? history.epoch
        journal.history.runs.append(history.beginning)
    }

    mutating func record(_ batch: JournalBatch) async throws {
        try await store?.record(batch)
        journal.leases.removeAll { batch.ended.contains($0.id) }
        for lease in batch.held where !journal.erased.contains(lease.user) {
            journal.leases.removeAll { $0.user == lease.user && $0.device == lease.device }
            journal.leases.append(lease)
        }
        for seen in batch.lastSeen where !journal.erased.contains(seen.user) {
            let before = journal.lastSeen.first { $0.user == seen.user }?.at ?? 0
            journal.lastSeen.removeAll { $0.user == seen.user }
            journal.lastSeen.append(LastSeen(user: seen.user, at: max(before, seen.at)))
        }
        journal.aliveAt = batch.aliveAt
        let history = try #require(batch.history)
        journal.history.epoch = history.epoch
        journal.history.isWhole = history.isWhole
        journal.history.floor = max(journal.history.floor, history.floor)
        for change in history.versions { set(change) }
        set(history.views)
        let floor = history.floor
        journal.history.views.removeAll { $0.version < floor }
        if history.isWhole {
            journal.history.runs.removeAll { $0.base == history.run.base }
            journal.history.runs.append(history.run)
        }
    }

    mutating func block(
        _ others: [UUIDv7], by user: UUIDv7, _ batch: ViewBatch
    ) async throws {
        let list = BlockList(user: user, blocked: others)
        try await store?.record([list], isWhole: true, batch)
        set(batch.views)
        journal.history.floor = max(journal.history.floor, batch.floor)
        guard !journal.erased.contains(user) else { return }
        blocked[user] = others.filter { !journal.erased.contains($0) }
    }

    mutating func erase(_ user: UUIDv7, version: UInt64, now: Int64) async throws {
        _ = try await store?.erase(user, version: version, now: now)
        journal.leases.removeAll { $0.user == user }
        journal.lastSeen.removeAll { $0.user == user }
        blocked[user] = nil
        for owner in blocked.keys { blocked[owner]?.removeAll { $0 == user } }
        journal.history.views.removeAll { $0.user == user || $0.viewer == user }
        if !journal.erased.contains(user) { journal.erased.append(user) }
        set(UserVersion(user: user, version: version))
    }

    /// What a restart finds.
    func load() async throws -> (StoredJournal, StoredBlocks) {
        var journal = journal
        journal.history.versions.sort { $0.version < $1.version }
        journal.history.views.sort { $0.version < $1.version }
        let lists = blocked.map { BlockList(user: $0.key, blocked: $0.value) }
        let blocks = StoredBlocks(lists: lists, isWhole: true)
        guard let store else { return (journal, blocks) }
        let stored = try await store.journal()
        #expect(stored.history.epoch == journal.history.epoch)
        #expect(stored.history.isWhole == journal.history.isWhole)
        #expect(stored.history.floor == journal.history.floor)
        #expect(stored.history.runs == journal.history.runs.sorted { $0.base < $1.base })
        #expect(stored.history.versions == journal.history.versions)
        #expect(stored.history.views == journal.history.views)
        #expect(stored.leases.count == journal.leases.count)
        return (stored, try await store.blocks())
    }

    private mutating func set(_ change: UserVersion) {
        let before = journal.history.versions.first { $0.user == change.user }?.version ?? 0
        journal.history.versions.removeAll { $0.user == change.user }
        journal.history.versions.append(
            UserVersion(user: change.user, version: max(before, change.version)))
    }

    private mutating func set(_ views: [ViewVersion]) {
        for view in views {
            let isSame = { (other: ViewVersion) in
                other.viewer == view.viewer && other.user == view.user
            }
            let before = journal.history.views.first(where: isSame)?.version ?? 0
            journal.history.views.removeAll(where: isSame)
            journal.history.views.append(
                ViewVersion(
                    viewer: view.viewer, user: view.user, version: max(before, view.version)))
        }
    }
}
