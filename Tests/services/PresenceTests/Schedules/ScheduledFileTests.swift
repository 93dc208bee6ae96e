import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Presence

/// The file of the schedules is a model: a real store has to be as it is after the same
/// transactions.
@Suite(.onEachEngine) struct ScheduledFileTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aStoreHasWhatTheFileOfAScheduleHas(seed: UInt64) async throws {
        let folder = try TemporaryDirectory()
        let store = try await presenceStore(in: folder)
        var schedule = try PresenceSchedule(seed: seed)
        try schedule.run(steps: 150)
        for write in schedule.file.writes { try await store.repeat(write) }
        try await check(schedule.file, schedule.ids, store)
        try store.close()
    }

    private func check(
        _ file: ScheduledFile, _ ids: [UUIDv7], _ store: PresenceStore
    ) async throws {
        let (found, expected) = (try await store.journal(), file.journal(ids))
        #expect(found.aliveAt == expected.aliveAt)
        #expect(byKey(found.lastSeen, \.user) == file.lastSeen)
        #expect(byKey(found.statuses, \.user) == byKey(expected.statuses, \.user))
        #expect(byKey(found.leases, \.id) == byKey(expected.leases, \.id))
        #expect(Set(found.erased) == file.erased)
        #expect(found.history.epoch == expected.history.epoch)
        #expect(found.history.isWhole == expected.history.isWhole)
        #expect(found.history.floor == expected.history.floor)
        #expect(found.history.runs == expected.history.runs)
        #expect(byKey(found.history.versions, \.user) == byKey(expected.history.versions, \.user))
        #expect(found.history.views.count == expected.history.views.count)
        for view in found.history.views { #expect(expected.history.views.contains(view)) }
        #expect(byKey(found.settings, \.user) == file.settings)
        let blocks = try await store.blocks()
        #expect(blocks.isWhole == file.hasAllBlocks)
        #expect(byKey(blocks.lists, \.user).mapValues { Set($0.blocked) } == file.blocked)
    }

    private func byKey<Row, Key: Hashable>(_ rows: [Row], _ key: (Row) -> Key) -> [Key: Row] {
        Dictionary(uniqueKeysWithValues: rows.map { (key($0), $0) })
    }
}

extension PresenceStore {
    fileprivate func `repeat`(_ write: ScheduledFile.Write) async throws {
        switch write {
        case .begin(let history): try await begin(history)
        case .batch(let batch): try await record(batch)
        case .visibility(let visibility, let user, let version):
            _ = try await setVisibility(visibility, of: user, version: version, wall: 1_000)
        case .registration(let user, let time, let version):
            try await register(user, at: time, version: version)
        case .erasure(let user, let version):
            _ = try await erase(user, version: version, now: 1)
        case .blocks(let lists, let views): try await record(lists, isWhole: true, views)
        }
    }
}
