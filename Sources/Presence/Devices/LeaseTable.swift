import RollcallAPI
import RollcallCrypto

/// All leases, in flat arrays: no timer and no object for each. A search of a million leases for ended
/// ones takes about a millisecond, so twice a second is cheap.
///
/// A lease ends when `due` finds it past its deadline, and not earlier. Until then a late heartbeat still
/// renews it. After that nothing restores it.
struct LeaseTable: Sendable {
    static let devicesPerUser = 16

    /// How late `due` may be called, beyond its interval, before the process counts as stopped.
    private static let stallTolerance: Int64 = 2_000
    private static let none = UInt32.max

    // By slot. A free slot has the id 0 and a deadline that never comes.
    private var ids: [UInt64] = []
    private var deadlines: [Int64] = []
    private var durations: [UInt32] = []
    private var users: [UserTable.Index] = []
    private var devices: [DeviceKey] = []
    private var sessions: [UUIDv7] = []
    private var modes: [DeviceMode] = []
    /// When the device becomes idle, on the clock of the deadlines; never if it was touched at its last
    /// report, or is idle already.
    private var idleDeadlines: [Int64] = []
    private var areIdle: [Bool] = []
    private var beginnings: [Int64] = []
    private var attachments: [AttachTable.ID] = []
    private var nextOfUser: [UInt32] = []
    private var freeSlots: [UInt32] = []

    private var slots: [UInt64: UInt32] = [:]
    private var firstOfUser: [UInt32] = []
    private var slotsOfSessions = SlotLists<UUIDv7>()
    /// The number of leases of invisible devices.
    private(set) var invisibleCount = 0
    private var nextID: UInt64
    private let interval: Int64
    private let idleThreshold: Int64
    private var lastScan: Int64

    /// - Parameters:
    ///   - - firstID: a random id, so that ids of earlier runs do not come again.
    ///   - - interval: how often `due` is called, in milliseconds.
    ///   - - idleThreshold: how long a device must be untouched to count as away, in milliseconds.
    init(firstID: UInt64, interval: Int64, idleThreshold: Int64, now: Int64) {
        nextID = firstID
        self.interval = interval
        self.idleThreshold = idleThreshold
        lastScan = now
    }

    var count: Int { slots.count }

    /// Whether the user has reached the limit of devices online.
    func isFull(_ user: UserTable.Index) -> Bool {
        count(of: user) >= Self.devicesPerUser
    }

    func count(of user: UserTable.Index) -> Int {
        var count = 0
        forEachSlot(of: user) { _ in count += 1 }
        return count
    }

    /// The user's state as others see it: the best of the user's devices; OFFLINE if one is invisible.
    func state(of user: UserTable.Index) -> PresenceState {
        var best = PresenceState.offline
        var isInvisible = false
        forEachSlot(of: user) { slot in
            switch modes[slot] {
            case .invisible: isInvisible = true
            case .online where !areIdle[slot]: best = .online
            case .online, .away: if best == .offline { best = .away }
            }
        }
        return isInvisible ? .offline : best
    }

    /// Whether a device of the user is invisible.
    func isInvisible(_ user: UserTable.Index) -> Bool {
        var isInvisible = false
        forEachSlot(of: user) { if modes[$0] == .invisible { isInvisible = true } }
        return isInvisible
    }

    /// The lease with this id; nil if it has ended or belongs to another user.
    func lease(_ id: UInt64, of user: UserTable.Index) -> Lease? {
        slot(id, of: user).map(lease(at:))
    }

    func lease(_ id: UInt64) -> Lease? {
        slots[id].map { lease(at: Int($0)) }
    }

    /// The lease that a user's device holds.
    func lease(of user: UserTable.Index, device: DeviceKey) -> Lease? {
        var found: Lease?
        forEachSlot(of: user) { if devices[$0] == device { found = lease(at: $0) } }
        return found
    }

    /// The user's leases, in no order.
    func leases(of user: UserTable.Index) -> [Lease] {
        var leases: [Lease] = []
        forEachSlot(of: user) { leases.append(lease(at: $0)) }
        return leases
    }

    /// The leases that a session has taken.
    func leases(ofSession session: UUIDv7) -> [Lease] {
        slotsOfSessions.slots(of: session).map { lease(at: Int($0)) }
    }

    var all: [Lease] {
        ids.indices.filter { ids[$0] != 0 }.map(lease(at:))
    }

    /// The user of every lease.
    var holders: [UserTable.Index] {
        ids.indices.lazy.filter { ids[$0] != 0 }.map { users[$0] }
    }

    /// Calls `body` with each lease, in no order.
    func forEach(_ body: (_ id: UInt64, _ user: UserTable.Index, _ duration: UInt32) -> Void) {
        for slot in ids.indices where ids[slot] != 0 {
            body(ids[slot], users[slot], durations[slot])
        }
    }

    /// The open stream of the lease's device; nil for none.
    func attachment(of id: UInt64) -> AttachTable.ID? {
        guard let slot = slots[id] else { return nil }
        let attachment = attachments[Int(slot)]
        return attachment < AttachTable.elsewhere ? attachment : nil
    }

    /// Whether the lease's device has an open stream, here or at another instance.
    func isAttached(_ id: UInt64) -> Bool {
        slots[id].map { attachments[Int($0)] != AttachTable.none } ?? false
    }
}

extension LeaseTable {
    /// Begins a lease. The device must not hold one.
    mutating func begin(_ wish: LeaseWish, user: UserTable.Index, at now: Moment) -> Lease {
        let lease = Lease(
            id: nextID == 0 ? 1 : nextID, user: user, device: wish.device, session: wish.session,
            duration: wish.duration, mode: wish.mode, since: now.wall)
        nextID = lease.id &+ 1
        hold(lease, now: now.monotonic)
        if let idle = wish.idle, let slot = slots[lease.id] {
            noteTouch(before: idle, slot: Int(slot), now: now.monotonic)
        }
        return self.lease(lease.id) ?? lease
    }

    /// Restores an earlier lease under its old id, for its whole duration from now.
    mutating func hold(_ lease: Lease, now: Int64) {
        let slot = freeSlots.popLast() ?? makeSlot(for: lease)
        write(lease, at: Int(slot), deadline: now + Int64(lease.duration))
        slots[lease.id] = slot
        slotsOfSessions.add(slot, to: lease.session)
        let user = Int(lease.user)
        while firstOfUser.count <= user { firstOfUser.append(Self.none) }
        nextOfUser[Int(slot)] = firstOfUser[user]
        firstOfUser[user] = slot
        if lease.mode == .invisible { invisibleCount += 1 }
    }

    /// Renews a lease for its whole duration from now, and records the news of its device.
    ///
    /// - Returns: the lease; nil if it has ended or belongs to another user.
    mutating func renew(
        _ id: UInt64, of user: UserTable.Index, _ news: DeviceNews, now: Int64
    ) -> Lease? {
        guard let slot = slot(id, of: user) else { return nil }
        deadlines[slot] = now + Int64(durations[slot])
        if let mode = news.mode {
            if modes[slot] == .invisible { invisibleCount -= 1 }
            if mode == .invisible { invisibleCount += 1 }
            modes[slot] = mode
            if mode == .online, news.idle == nil { noteTouch(before: 0, slot: slot, now: now) }
        }
        if let idle = news.idle { noteTouch(before: idle, slot: slot, now: now) }
        return lease(at: slot)
    }

    /// Lets a lease end after a grace, unless it ends earlier or the device is heard.
    mutating func shorten(_ id: UInt64, to grace: Int64, now: Int64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        deadlines[slot] = min(deadlines[slot], now + grace)
    }

    /// Lets a lease last for its whole duration and `pause` more.
    mutating func extend(_ id: UInt64, by pause: Int64, now: Int64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        deadlines[slot] = max(deadlines[slot], now + pause + Int64(durations[slot]))
    }

    mutating func setAttachment(of id: UInt64, _ attachment: AttachTable.ID?) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        attachments[slot] = attachment ?? AttachTable.none
    }

    /// Takes over another table's state of a held lease.
    mutating func update(_ id: UInt64, mode: DeviceMode, isIdle: Bool) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        if modes[slot] == .invisible { invisibleCount -= 1 }
        if mode == .invisible { invisibleCount += 1 }
        modes[slot] = mode
        areIdle[slot] = isIdle
    }

    mutating func end(_ id: UInt64) {
        guard let slot = slots.removeValue(forKey: id) else { return }
        unlink(slot)
        if modes[Int(slot)] == .invisible { invisibleCount -= 1 }
        slotsOfSessions.remove(slot, from: sessions[Int(slot)])
        ids[Int(slot)] = 0
        deadlines[Int(slot)] = .max
        idleDeadlines[Int(slot)] = .max
        freeSlots.append(slot)
    }

    /// Finds the leases past their deadlines. The caller must end them.
    ///
    /// - Returns: each lease, with the milliseconds since its deadline.
    mutating func due(now: Int64) -> [(lease: Lease, delay: Int64)] {
        forgiveStall(now: now)
        lastScan = max(now, lastScan)
        // Not `<=`: the clock counts whole milliseconds, and a lease must not end a fraction of one early.
        return deadlines.indices.filter { deadlines[$0] < now }.map {
            (lease(at: $0), now - deadlines[$0])
        }
    }

    /// The leases of devices that become idle now. The caller must mark them.
    func idleDue(now: Int64) -> [Lease] {
        idleDeadlines.indices.filter { idleDeadlines[$0] < now }.map(lease(at:))
    }

    mutating func markIdle(_ id: UInt64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        areIdle[slot] = true
        idleDeadlines[slot] = .max
    }

    /// While the process was stopped, no device could renew its lease. So each lease lasts longer by that
    /// time. Call it before anything else at `now`.
    mutating func forgiveStall(now: Int64) {
        let stall = now - lastScan - interval
        guard stall > Self.stallTolerance else { return }
        lastScan += stall
        for slot in ids.indices where ids[slot] != 0 { deadlines[slot] += stall }
    }
}

extension LeaseTable {
    private func lease(at slot: Int) -> Lease {
        Lease(
            id: ids[slot], user: users[slot], device: devices[slot], session: sessions[slot],
            duration: durations[slot], mode: modes[slot], isIdle: areIdle[slot],
            since: beginnings[slot])
    }

    private func slot(_ id: UInt64, of user: UserTable.Index) -> Int? {
        slots[id].flatMap { users[Int($0)] == user ? Int($0) : nil }
    }

    /// A user has at most `devicesPerUser` slots.
    @inline(__always)
    private func forEachSlot(of user: UserTable.Index, _ body: (Int) -> Void) {
        guard Int(user) < firstOfUser.count else { return }
        var slot = firstOfUser[Int(user)]
        while slot != Self.none {
            body(Int(slot))
            slot = nextOfUser[Int(slot)]
        }
    }

    private mutating func noteTouch(before idle: UInt32, slot: Int, now: Int64) {
        let deadline = now - Int64(idle) + idleThreshold
        areIdle[slot] = deadline <= now
        // A device that was touched just now reports again when its user has left it.
        idleDeadlines[slot] = idle == 0 || areIdle[slot] ? .max : deadline
    }

    private mutating func makeSlot(for lease: Lease) -> UInt32 {
        ids.append(0)
        deadlines.append(.max)
        durations.append(0)
        users.append(lease.user)
        devices.append(lease.device)
        sessions.append(lease.session)
        modes.append(lease.mode)
        idleDeadlines.append(.max)
        areIdle.append(false)
        beginnings.append(0)
        attachments.append(AttachTable.none)
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
        modes[slot] = lease.mode
        idleDeadlines[slot] = .max
        areIdle[slot] = lease.isIdle
        beginnings[slot] = lease.since
        attachments[slot] = AttachTable.none
    }

    private mutating func unlink(_ slot: UInt32) {
        let (user, next) = (users[Int(slot)], nextOfUser[Int(slot)])
        if firstOfUser[Int(user)] == slot { return firstOfUser[Int(user)] = next }
        var before: Int?
        forEachSlot(of: user) { if nextOfUser[$0] == slot { before = $0 } }
        if let before { nextOfUser[before] = next }
    }
}
