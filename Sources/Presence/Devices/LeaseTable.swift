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
    private var modes: [DeviceMode] = []
    /// When the device begins to count as away, on the clock of the deadlines; never if it is not idle.
    private var idleDeadlines: [Int64] = []
    private var areIdle: [Bool] = []
    private var beginnings: [Int64] = []
    private var attachments: [AttachTable.ID] = []
    private var nextOfUser: [UInt32] = []
    private var freeSlots: [UInt32] = []

    private var slots: [UInt64: UInt32] = [:]
    private var firstOfUser: [UInt32] = []
    private var slotsOfSessions = SlotLists<UUIDv7>()
    /// Leases of devices that are invisible.
    private(set) var invisibleCount = 0
    private var nextID: UInt64
    private let interval: Int64
    private let idleThreshold: Int64
    private var lastScan: Int64

    /// - Parameters:
    ///   - firstID: at random, so that ids of earlier runs do not come again.
    ///   - interval: how often `due` is going to be asked, in milliseconds.
    ///   - idleThreshold: how long a device is not touched before it counts as away, in milliseconds.
    init(firstID: UInt64, interval: Int64, idleThreshold: Int64, now: Int64) {
        nextID = firstID
        self.interval = interval
        self.idleThreshold = idleThreshold
        lastScan = now
    }

    var count: Int { slots.count }

    /// Whether the user has as many devices online as is allowed.
    func isFull(_ user: UserTable.Index) -> Bool {
        count(of: user) >= Self.devicesPerUser
    }

    func count(of user: UserTable.Index) -> Int {
        var count = 0
        forEachSlot(of: user) { _ in count += 1 }
        return count
    }

    /// What others see of the user: the best of the user's devices; OFFLINE if one is invisible.
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

    /// The lease of that id, unless it has ended or is another user's.
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

    /// In no order.
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

    /// The open stream of the device that holds a lease; nil for none.
    func attachment(of id: UInt64) -> AttachTable.ID? {
        guard let slot = slots[id] else { return nil }
        let attachment = attachments[Int(slot)]
        return attachment < AttachTable.elsewhere ? attachment : nil
    }

    /// Whether a stream is open for the device that holds a lease, here or at another instance.
    func isAttached(_ id: UInt64) -> Bool {
        slots[id].map { attachments[Int($0)] != AttachTable.none } ?? false
    }
}

extension LeaseTable {
    /// Takes a lease. The device must not hold one.
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
        if lease.mode == .invisible { invisibleCount += 1 }
    }

    /// Lets a lease last for its whole duration from now, and notes what the device says.
    ///
    /// - Returns: the lease; nil when it has ended or is another user's.
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

    /// Has a lease end after a grace, unless it ends before that or the device is heard.
    mutating func shorten(_ id: UInt64, to grace: Int64, now: Int64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        deadlines[slot] = min(deadlines[slot], now + grace)
    }

    /// Has a lease last for its whole duration, and longer.
    mutating func extend(_ id: UInt64, by pause: Int64, now: Int64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        deadlines[slot] = max(deadlines[slot], now + pause + Int64(durations[slot]))
    }

    mutating func setAttachment(of id: UInt64, _ attachment: AttachTable.ID?) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        attachments[slot] = attachment ?? AttachTable.none
    }

    /// Takes up what another table has of a lease that is held.
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

    /// Looks for the leases whose time is over. They are still to be ended.
    ///
    /// - Returns: each with how long it has been over, in milliseconds.
    mutating func due(now: Int64) -> [(lease: Lease, delay: Int64)] {
        forgiveStall(now: now)
        lastScan = max(now, lastScan)
        // Not `<=`: the clock says whole milliseconds, and a lease must not end a part of one early.
        return deadlines.indices.filter { deadlines[$0] < now }.map {
            (lease(at: $0), now - deadlines[$0])
        }
    }

    /// The leases of devices that were not touched for so long that they count as away from now on. They
    /// are still to be marked.
    func idleDue(now: Int64) -> [Lease] {
        idleDeadlines.indices.filter { idleDeadlines[$0] < now }.map(lease(at:))
    }

    mutating func markIdle(_ id: UInt64) {
        guard let slot = slots[id].map({ Int($0) }) else { return }
        areIdle[slot] = true
        idleDeadlines[slot] = .max
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
    private func lease(at slot: Int) -> Lease {
        Lease(
            id: ids[slot], user: users[slot], device: devices[slot], session: sessions[slot],
            duration: durations[slot], mode: modes[slot], isIdle: areIdle[slot],
            since: beginnings[slot])
    }

    private func slot(_ id: UInt64, of user: UserTable.Index) -> Int? {
        slots[id].flatMap { users[Int($0)] == user ? Int($0) : nil }
    }

    /// At most `devicesPerUser`.
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
        // A device that is touched says so again when its user has left it.
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
