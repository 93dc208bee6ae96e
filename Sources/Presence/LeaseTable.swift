import RollcallAPI
import RollcallCrypto

/// All leases, in flat arrays: no timer and no object for each. Looking through a million of them
/// for those that have ended takes about a millisecond, so twice a second is no burden.
///
/// A lease ends when `due` finds it past its deadline, and not before: until then a heartbeat that
/// is late still renews it; after that nothing brings it back.
struct LeaseTable: Sendable {
    static let devicesPerUser = 16

    /// How late `due` may be asked, beyond its interval, before the process counts as stopped.
    private static let stallTolerance: Int64 = 2_000
    private static let none = UInt32.max

    // By slot. A free slot has the id 0 and a deadline that never comes.
    private var ids: [UInt64] = []
    private var deadlines: [Int64] = []
    private var durations: [UInt32] = []
    private var users: [UserTable.Index] = []
    private var devices: [DeviceKey] = []
    private var sessions: [UUIDv7] = []
    private var areAway: [Bool] = []
    private var nextOfUser: [UInt32] = []
    private var freeSlots: [UInt32] = []

    private var slots: [UInt64: UInt32] = [:]
    private var firstOfUser: [UInt32] = []
    private var slotsOfSessions = SlotLists<UUIDv7>()
    private var nextID: UInt64
    private let interval: Int64
    private var lastScan: Int64

    /// - Parameters:
    ///   - firstID: at random, so that ids of earlier runs do not come again.
    ///   - interval: how often `due` is going to be asked, in milliseconds.
    init(firstID: UInt64, interval: Int64, now: Int64) {
        nextID = firstID
        self.interval = interval
        lastScan = now
    }

    var count: Int { slots.count }

    /// Whether the user has as many devices online as is allowed.
    func isFull(_ user: UserTable.Index) -> Bool {
        slots(of: user).count >= Self.devicesPerUser
    }

    /// What others see of the user: the best of the user's devices.
    func state(of user: UserTable.Index) -> PresenceState {
        let slots = slots(of: user)
        if slots.isEmpty { return .offline }
        return slots.allSatisfy { areAway[Int($0)] } ? .away : .online
    }

    /// The lease of that id, unless it has ended or is another user's.
    func lease(_ id: UInt64, of user: UserTable.Index) -> Lease? {
        slot(id, of: user).map(lease(at:))
    }

    func lease(_ id: UInt64) -> Lease? {
        slots[id].map(lease(at:))
    }

    /// The lease that a user's device holds.
    func lease(of user: UserTable.Index, device: DeviceKey) -> Lease? {
        slots(of: user).first { devices[Int($0)] == device }.map(lease(at:))
    }

    func leases(of user: UserTable.Index) -> [Lease] {
        slots(of: user).map(lease(at:))
    }

    /// The leases that a session has taken.
    func leases(ofSession session: UUIDv7) -> [Lease] {
        slotsOfSessions.slots(of: session).map(lease(at:))
    }

    var all: [Lease] {
        ids.indices.filter { ids[$0] != 0 }.map { lease(at: UInt32($0)) }
    }

    /// The user of every lease.
    var holders: [UserTable.Index] {
        ids.indices.lazy.filter { ids[$0] != 0 }.map { users[$0] }
    }
}

extension LeaseTable {
    /// Takes a lease. The device must not hold one.
    mutating func begin(_ wish: LeaseWish, user: UserTable.Index, now: Int64) -> Lease {
        let lease = Lease(
            id: nextID == 0 ? 1 : nextID, user: user, device: wish.device, session: wish.session,
            duration: wish.duration, isAway: wish.isAway)
        nextID = lease.id &+ 1
        hold(lease, now: now)
        return lease
    }

    /// Holds a lease from before under its old id, for its whole duration from now.
    mutating func hold(_ lease: Lease, now: Int64) {
        let slot = freeSlots.popLast() ?? makeSlot(for: lease)
        write(lease, at: Int(slot), deadline: now + Int64(lease.duration))
        slots[lease.id] = slot
        slotsOfSessions.add(slot, to: lease.session)
        let user = Int(lease.user)
        while firstOfUser.count <= user { firstOfUser.append(Self.none) }
        nextOfUser[Int(slot)] = firstOfUser[user]
        firstOfUser[user] = slot
    }

    /// Lets a lease last for its whole duration from now.
    ///
    /// - Returns: the lease; nil when it has ended or is another user's.
    mutating func renew(
        _ id: UInt64, of user: UserTable.Index, isAway: Bool? = nil, now: Int64
    ) -> Lease? {
        guard let slot = slot(id, of: user).map({ Int($0) }) else { return nil }
        deadlines[slot] = now + Int64(durations[slot])
        if let isAway { areAway[slot] = isAway }
        return lease(at: UInt32(slot))
    }

    mutating func end(_ id: UInt64) {
        guard let slot = slots.removeValue(forKey: id) else { return }
        unlink(slot)
        slotsOfSessions.remove(slot, from: sessions[Int(slot)])
        ids[Int(slot)] = 0
        deadlines[Int(slot)] = .max
        freeSlots.append(slot)
    }

    /// Looks for the leases whose time is over. They are still to be ended.
    mutating func due(now: Int64) -> [Lease] {
        forgiveStall(now: now)
        lastScan = max(now, lastScan)
        // Not `<=`: the clock says whole milliseconds, and a lease must not end a part of one early.
        return deadlines.indices.filter { deadlines[$0] < now }.map { lease(at: UInt32($0)) }
    }

    /// When the process was stopped for a while, no device could renew its lease: each lasts longer
    /// by as much. To be called before anything else that happens `now`.
    mutating func forgiveStall(now: Int64) {
        let stall = now - lastScan - interval
        guard stall > Self.stallTolerance else { return }
        lastScan += stall
        for slot in ids.indices where ids[slot] != 0 { deadlines[slot] += stall }
    }
}

extension LeaseTable {
    private func lease(at slot: UInt32) -> Lease {
        let slot = Int(slot)
        return Lease(
            id: ids[slot], user: users[slot], device: devices[slot], session: sessions[slot],
            duration: durations[slot], isAway: areAway[slot])
    }

    private func slot(_ id: UInt64, of user: UserTable.Index) -> UInt32? {
        slots[id].flatMap { users[Int($0)] == user ? $0 : nil }
    }

    /// At most `devicesPerUser`.
    private func slots(of user: UserTable.Index) -> [UInt32] {
        guard Int(user) < firstOfUser.count else { return [] }
        let first = firstOfUser[Int(user)]
        return Array(
            sequence(state: first) { next in
                defer { if next != Self.none { next = nextOfUser[Int(next)] } }
                return next == Self.none ? nil : next
            })
    }

    private mutating func makeSlot(for lease: Lease) -> UInt32 {
        ids.append(0)
        deadlines.append(.max)
        durations.append(0)
        users.append(lease.user)
        devices.append(lease.device)
        sessions.append(lease.session)
        areAway.append(false)
        nextOfUser.append(Self.none)
        return UInt32(ids.count - 1)
    }

    private mutating func write(_ lease: Lease, at slot: Int, deadline: Int64) {
        ids[slot] = lease.id
        deadlines[slot] = deadline
        durations[slot] = lease.duration
        users[slot] = lease.user
        devices[slot] = lease.device
        sessions[slot] = lease.session
        areAway[slot] = lease.isAway
    }

    private mutating func unlink(_ slot: UInt32) {
        let (user, next) = (Int(users[Int(slot)]), nextOfUser[Int(slot)])
        if firstOfUser[user] == slot { return firstOfUser[user] = next }
        if let before = slots(of: users[Int(slot)]).first(where: { nextOfUser[Int($0)] == slot }) {
            nextOfUser[Int(before)] = next
        }
    }
}
