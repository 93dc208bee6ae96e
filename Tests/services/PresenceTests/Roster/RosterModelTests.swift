import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Presence

/// The roster against a list of leases that is looked through from end to end, and a model of who
/// may see what.
@Suite struct RosterModelTests {
    @Test(arguments: 1...20)
    func whateverHappensTheRosterSaysWhatTheModelSays(seed: UInt64) throws {
        var numbers = TestNumbers(seed: seed)
        var world = try ModelledRoster()
        for _ in 0..<600 {
            try world.step(&numbers)
            try world.check()
        }
    }
}

/// A roster and its model, to which the same happens.
private struct ModelledRoster {
    struct ModelLease: Equatable {
        let id: UInt64
        let user: Int
        let device: Int
        let session: UUIDv7
        let duration: UInt32
        var isAway: Bool
        var deadline: Int64
    }

    private static let scanInterval: Int64 = 500

    private let users: [UUIDv7]
    /// Each of any user: what ends with one is found by it alone.
    private let sessions: [UUIDv7]
    private var roster: Roster
    private var now = Moment(monotonic: 1000, wall: 1_800_000_000_000)
    private var lastScan: Int64 = 1000
    private var model: [ModelLease] = []
    private var ended: [ModelLease] = []
    private var seen: [Int: Int64] = [:]
    private var sights = SightModel(wall: 1_800_000_000_000)
    private var erased: Set<Int> = []

    init() throws {
        let ids = UUIDv7Generator { 1_800_000_000_000 }
        users = try (0..<6).map { _ in try ids.next() }
        sessions = try (0..<5).map { _ in try ids.next() }
        roster = Roster(
            configuration: PresenceConfiguration(), epoch: 1, firstLeaseID: .max - 3, now: now)
        roster.blocks.isKnown = true
    }

    mutating func step(_ numbers: inout TestNumbers) throws {
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0..<7: try goOnline(&numbers)
        case 7..<11: renew(&numbers)
        case 11: goOffline(&numbers)
        case 12 where Int.random(in: 0..<50, using: &numbers) == 0: erase(&numbers)
        case 13 where Int.random(in: 0..<4, using: &numbers) == 0: endSession(&numbers)
        case 13: now.wall += Int64.random(in: -7_200_000...3_600_000, using: &numbers)
        case 14 where Bool.random(using: &numbers): show(&numbers)
        case 15 where Int.random(in: 0..<4, using: &numbers) == 0:
            now.wall += 86_400_000 * Int64.random(in: 1...8, using: &numbers)
        case 16 where Int.random(in: 0..<4, using: &numbers) == 0: name(&numbers)
        case 17 where Bool.random(using: &numbers):
            pass(Int64.random(in: 3000...60_000, using: &numbers))
        default: pass(Int64.random(in: 1...500, using: &numbers))
        }
    }

    func check() throws {
        for viewer in users {
            let entries = try roster.entries(of: users, seenBy: viewer)
            for (index, user) in users.enumerated() {
                let exact = (state(of: index), seen[index] ?? 0)
                #expect(entries[index] == sights.entry(of: user, seenBy: viewer, exact: exact))
            }
        }
        #expect(roster.leases.count == model.count)
    }

    private mutating func name(_ numbers: inout TestNumbers) {
        let user = Int.random(in: 0..<users.count, using: &numbers)
        let news = sights.name(users[user], numbers.card())
        roster.applyNames(news)
        if erased.contains(user) { sights.forget(users[user]) }
    }

    private mutating func show(_ numbers: inout TestNumbers) {
        let user = Int.random(in: 0..<users.count, using: &numbers)
        guard !erased.contains(user) else { return }
        let visibility = [UserVisibility.everyone, .coarse, .nobody].randomElement(using: &numbers)
        roster.apply(sights.set(visibility ?? .everyone, of: users[user]))
    }

    private func state(of user: Int) -> PresenceState {
        let own = model.filter { $0.user == user }
        if own.isEmpty { return .offline }
        return own.contains { !$0.isAway } ? .online : .away
    }

    private mutating func goOnline(_ numbers: inout TestNumbers) throws {
        let user = Int.random(in: 0..<users.count, using: &numbers)
        let device = Int.random(in: 0..<(user == 0 ? 40 : 3), using: &numbers)
        let duration = UInt32.random(in: 5_000...20_000, using: &numbers)
        let isAway = Bool.random(using: &numbers)
        let others = model.filter { $0.user == user && $0.device != device }
        let key = try #require(DeviceKey("device-\(device)"))
        let (id, now) = (users[user], now)
        let session = try #require(sessions.randomElement(using: &numbers))
        let wanted = LeaseRequest(device: key, session: session, duration: duration, isAway: isAway)
        guard !erased.contains(user) else {
            #expect(throws: RPCError.userErased) {
                _ = try roster.goOnline(id, wanted, at: now)
            }
            return
        }
        guard others.count < 16 else {
            #expect(throws: RPCError.tooManyDevices) {
                _ = try roster.goOnline(id, wanted, at: now)
            }
            return
        }
        let lease = try roster.goOnline(id, wanted, at: now)
        #expect(lease.id != 0)
        #expect(!(model + ended).contains { $0.id == lease.id })
        ended += model.filter { $0.user == user && $0.device == device }
        model.removeAll { $0.user == user && $0.device == device }
        model.append(
            ModelLease(
                id: lease.id, user: user, device: device, session: session, duration: duration,
                isAway: isAway, deadline: now.monotonic + Int64(duration)))
        see(user)
    }

    /// One, or now and then all.
    private mutating func endSession(_ numbers: inout TestNumbers) {
        let endsAll = Int.random(in: 0..<8, using: &numbers) == 0
        let ending = endsAll ? sessions : [sessions[Int.random(in: 0..<5, using: &numbers)]]
        if endsAll { roster.endAllLeases() } else { roster.endLeases(of: ending) }
        ended += model.filter { ending.contains($0.session) }
        model.removeAll { ending.contains($0.session) }
    }

    private mutating func renew(_ numbers: inout TestNumbers) {
        guard let lease = (model + ended.suffix(5)).randomElement(using: &numbers) else { return }
        let isAway: Bool? = Bool.random(using: &numbers) ? Bool.random(using: &numbers) : nil
        let user = Int.random(in: 0..<8, using: &numbers) == 0 ? 5 : lease.user
        let renewed = try? roster.renew(lease.id, of: users[user], isAway: isAway, at: now)
        guard user == lease.user, let index = model.firstIndex(where: { $0.id == lease.id }) else {
            #expect(renewed == nil)
            return
        }
        #expect(renewed?.duration == lease.duration)
        model[index].deadline = now.monotonic + Int64(lease.duration)
        model[index].isAway = isAway ?? lease.isAway
        see(user)
    }

    private mutating func goOffline(_ numbers: inout TestNumbers) {
        guard let lease = (model + ended.suffix(5)).randomElement(using: &numbers) else { return }
        let user = Int.random(in: 0..<4, using: &numbers) == 0 ? 5 : lease.user
        roster.goOffline(lease.id, of: users[user], at: now)
        guard user == lease.user, model.contains(where: { $0.id == lease.id }) else { return }
        end { $0.id == lease.id }
        see(user)
    }

    private mutating func erase(_ numbers: inout TestNumbers) {
        let user = Int.random(in: 0..<users.count, using: &numbers)
        roster.erase(users[user])
        end { $0.user == user }
        seen[user] = nil
        sights.forget(users[user])
        erased.insert(user)
    }

    /// Time passes, and then the roster looks at the leases.
    private mutating func pass(_ milliseconds: Int64) {
        now.monotonic += milliseconds
        now.wall += milliseconds
        roster.expire(at: now)
        roster.turnDay(at: now)
        sights.scan(at: now.wall)
        let stall = now.monotonic - lastScan - Self.scanInterval
        if stall > 2000 {
            for index in model.indices { model[index].deadline += stall }
        }
        lastScan = now.monotonic
        let time = now.monotonic
        end { $0.deadline < time }
    }

    private mutating func end(_ isEnding: (ModelLease) -> Bool) {
        ended += model.filter(isEnding)
        model.removeAll(where: isEnding)
    }

    private mutating func see(_ user: Int) {
        seen[user] = max(seen[user] ?? 0, now.wall)
        sights.see(users[user], at: now.wall)
    }
}
