import RollcallCrypto
import TestPostgreSQL
import TestSupport
import Testing

@testable import Presence

/// Whatever happens, and whichever writes fail, in the end the file has what the roster has.
@Suite(.onEachEngine) struct JournalModelTests {
    @Test(arguments: 1...4)
    func theFileHasWhatTheRosterHas(seed: UInt64) async throws {
        let folder = try TemporaryDirectory()
        let store = try await presenceStore(in: folder)
        var numbers = TestNumbers(seed: seed)
        var world = try JournalledRoster()
        for _ in 0..<1500 {
            world.change(&numbers)
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                try await world.write(to: store, &numbers)
            }
        }
        try await world.check(store)
        try store.close()
    }
}

private struct JournalledRoster {
    private let users: [UUIDv7]
    private var roster: Roster
    private var now = Moment(monotonic: 0, wall: 1_800_000_000_000)
    private var leases: [(id: UInt64, user: UUIDv7)] = []

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        users = try (0..<8).map { _ in try ids.next() }
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: .max - 20, now: now)
    }

    mutating func change(_ numbers: inout TestNumbers) {
        now.monotonic += 400
        now.wall += 400
        roster.expire(at: now)
        let user = users[Int.random(in: 0..<users.count, using: &numbers)]
        let device = DeviceKey(bits: UInt64.random(in: 0..<3, using: &numbers))
        let lease = leases.suffix(10).randomElement(using: &numbers) ?? (1, user)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0:
            let wanted = LeaseRequest(
                device: device, session: users.randomElement(using: &numbers) ?? user,
                duration: 5_000, isAway: false)
            let taken = try? roster.goOnline(user, wanted, at: now)
            if let taken { leases.append((taken.id, user)) }
        case 1:
            _ = try? roster.renew(
                lease.id, of: lease.user, isAway: Bool.random(using: &numbers), at: now)
        default: roster.goOffline(lease.id, of: lease.user, at: now)
        }
    }

    /// Takes a batch. It is written while something else happens, or it is not written.
    mutating func write(to store: PresenceStore, _ numbers: inout TestNumbers) async throws {
        guard let batch = roster.takeBatch(3, at: now) else { return }
        change(&numbers)
        if Bool.random(using: &numbers) {
            try await store.record(batch)
        } else {
            roster.putBack(batch)
        }
    }

    mutating func check(_ store: PresenceStore) async throws {
        roster.noteHolders()
        while !roster.journal.backlog.isEmpty, let batch = roster.takeBatch(5, at: now) {
            try await store.record(batch)
        }
        let journal = try await store.journal()
        var copy = Roster(
            configuration: PresenceConfiguration(), epoch: 2, firstLeaseID: 1, now: now)
        copy.restore(journal, at: now)
        #expect(users.map(copy.entry) == users.map(roster.entry))
        #expect(journal.leases.count == roster.leases.count)
        for stored in journal.leases {
            let lease = roster.leases.lease(stored.id)
            #expect(lease?.device == stored.device)
            #expect(lease?.mode == stored.mode)
            #expect(lease.map { roster.users.id(of: $0.user) } == stored.user)
        }
    }
}
