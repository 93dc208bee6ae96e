import RollcallAPI
import RollcallCrypto

/// All leases, in flat arrays: no timer and no object for each. Looking through the deadlines of a
/// million of them for those that have ended takes about a millisecond, so twice a second is no
/// burden.
///
/// A lease ends when `due` finds it past its deadline, and not earlier. Until then a late heartbeat
/// still renews it. After that nothing restores it.
struct LeaseTable: Sendable {
    static let devicesPerUser = 16

    /// How late `due` may be called, beyond its interval, before the process counts as stopped.
    private static let stallTolerance: Int64 = 2_000
    private static let none = UInt32.max

    private struct Held: Sendable {
        /// Of a free slot, its id is 0.
        var lease: Lease
        var attachment = AttachTable.none
        /// The next slot of the same user.
        var next = none
    }

    // By slot. The deadlines of a free slot never come.
    private var held: [Held] = []
    private var deadlines: [Int64] = []
    /// When the device becomes idle, on the clock of the deadlines; never if it was touched at its
    /// last report, or is idle already.
    private var idleDeadlines: [Int64] = []
    private var freeSlots: [UInt32] = []

    private var slots: [UInt64: UInt32] = [:]
    private var firstOfUser: [UInt32] = []
    private var slotsOfSessions = SlotLists<UUIDv7>()
    /// The number of leases of invisible devices.
    private(set) var invisibleCount = 0
    /// The number of leases of an earlier run whose devices were not heard since.
    private(set) var unheardCount = 0
    /// How many users others see as online, and as away.
    private(set) var visibleUsers: [PresenceState: Int] = [:]
    /// Counts the times when sessions have ended or became doubtful.
    var sessionChanges: UInt64 = 0
    /// Counts since the tally was last taken.
    var tally = LeaseTally()
    private var nextID: UInt64
    private let interval: Int64
    private let idleThreshold: Int64
    private var lastScan: Int64

    /// - Parameters:
    ///   - firstID: a random id, so that ids of earlier runs do not come again.
    ///   - interval: how often `due` is called, in milliseconds.
    ///   - idleThreshold: how long a device must be untouched to count as away, in milliseconds.
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

    /// The user's state as others see it: the best of the user's devices; OFFLINE if one is
    /// invisible.
    func state(of user: UserTable.Index) -> PresenceState {
        var best = PresenceState.offline
        var isInvisible = false
        forEachSlot(of: user) { slot in
            switch held[slot].lease.state {
            case .invisible: isInvisible = true
            case .online: best = .online
            default: if best == .offline { best = .away }
            }
        }
        return isInvisible ? .offline : best
    }

    /// Whether a device of the user is invisible.
    func isInvisible(_ user: UserTable.Index) -> Bool {
        var isInvisible = false
        forEachSlot(of: user) { if held[$0].lease.mode == .invisible { isInvisible = true } }
        return isInvisible
    }

    /// The lease with this id; nil if it has ended or belongs to another user.
    func lease(_ id: UInt64, of user: UserTable.Index) -> Lease? {
        slot(id, of: user).map { held[$0].lease }
    }

    func lease(_ id: UInt64) -> Lease? {
        slot(id).map { held[$0].lease }
    }

    /// The lease that a user's device holds.
    func lease(of user: UserTable.Index, device: DeviceKey) -> Lease? {
        var found: Lease?
        forEachSlot(of: user) { slot in
            if held[slot].lease.device == device { found = held[slot].lease }
        }
        return found
    }

    /// The user's leases, in no order.
    func leases(of user: UserTable.Index) -> [Lease] {
        var leases: [Lease] = []
        forEachSlot(of: user) { leases.append(held[$0].lease) }
        return leases
    }

    /// The leases that a session has taken.
    func leases(ofSession session: UUIDv7) -> [Lease] {
        slotsOfSessions.slots(of: session).map { held[Int($0)].lease }
    }

    /// The user's leases, in no order.
    var all: some Sequence<Lease> {
        held.lazy.map(\.lease).filter { $0.id != 0 }
    }

    /// The open stream of the lease's device; nil for none.
    func attachment(of id: UInt64) -> AttachTable.ID? {
        guard let slot = slot(id), held[slot].attachment < AttachTable.left else { return nil }
        return held[slot].attachment
    }

    /// Whether the lease's device has an open stream, here or at another instance.
    func isAttached(_ id: UInt64) -> Bool {
        guard let attachment = slot(id).map({ held[$0].attachment }) else { return false }
        return attachment != AttachTable.none && attachment != AttachTable.left
    }

    /// Whether the stream of the lease's device has ended, and the device was not heard since.
    func isDetached(_ id: UInt64) -> Bool {
        slot(id).map { held[$0].attachment == AttachTable.left } ?? false
    }
}

extension LeaseTable {
    /// Begins a lease. The device must not hold one.
    mutating func begin(_ wanted: LeaseRequest, user: UserTable.Index, at now: Moment) -> Lease {
        let lease = Lease(
            id: nextID == 0 ? 1 : nextID, user: user, device: wanted.device,
            session: wanted.session,
            duration: wanted.duration, mode: wanted.mode, since: now.wall)
        nextID = lease.id &+ 1
        hold(lease, now: now.monotonic)
        if let idle = wanted.idle, let slot = slot(lease.id) {
            noteTouch(before: idle, slot: slot, now: now.monotonic)
        }
        return self.lease(lease.id) ?? lease
    }

    /// Restores an earlier lease under its old id, for its whole duration from now.
    mutating func hold(_ lease: Lease, now: Int64) {
        let user = Int(lease.user)
        while firstOfUser.count <= user { firstOfUser.append(Self.none) }
        let slot = place(
            Held(lease: lease, next: firstOfUser[user]), until: now + Int64(lease.duration))
        firstOfUser[user] = slot
        slots[lease.id] = slot
        slotsOfSessions.add(slot, to: lease.session)
        if lease.mode == .invisible { invisibleCount += 1 }
        if lease.isUnheard { unheardCount += 1 }
    }

    /// Renews a lease for its whole duration from now, and records the update of its device.
    ///
    /// - Returns: the lease; nil if it has ended or belongs to another user.
    mutating func renew(
        _ id: UInt64, of user: UserTable.Index, _ update: DeviceUpdate, now: Int64
    ) -> Lease? {
        guard let slot = slot(id, of: user) else { return nil }
        deadlines[slot] = now + Int64(held[slot].lease.duration)
        if held[slot].attachment == AttachTable.left { held[slot].attachment = AttachTable.none }
        if held[slot].lease.isUnheard {
            held[slot].lease.isUnheard = false
            unheardCount -= 1
        }
        tally.renewals += 1
        if let mode = update.mode {
            setMode(mode, slot: slot)
            if mode == .online, update.idle == nil { noteTouch(before: 0, slot: slot, now: now) }
        }
        if let idle = update.idle { noteTouch(before: idle, slot: slot, now: now) }
        return held[slot].lease
    }

    /// Ends a lease after a grace, unless it ends earlier or the device is heard.
    mutating func detach(_ id: UInt64, for grace: Int64, now: Int64) {
        guard let slot = slot(id) else { return }
        held[slot].attachment = AttachTable.left
        deadlines[slot] = min(deadlines[slot], now + grace)
    }

    /// Lets a lease last for its whole duration and `pause` more.
    mutating func extend(_ id: UInt64, by pause: Int64, now: Int64) {
        guard let slot = slot(id) else { return }
        deadlines[slot] = max(deadlines[slot], now + pause + Int64(held[slot].lease.duration))
    }

    mutating func setAttachment(of id: UInt64, _ attachment: AttachTable.ID) {
        guard let slot = slot(id) else { return }
        held[slot].attachment = attachment
    }

    /// Takes over another table's state of a held lease.
    mutating func update(_ id: UInt64, mode: DeviceMode, isIdle: Bool) {
        guard let slot = slot(id) else { return }
        setMode(mode, slot: slot)
        held[slot].lease.isIdle = isIdle
    }

    mutating func end(_ id: UInt64, _ cause: LeaseEnd) {
        tally.ends[cause, default: 0] += 1
        guard let slot = slots.removeValue(forKey: id) else { return }
        unlink(slot)
        let lease = held[Int(slot)].lease
        if lease.mode == .invisible { invisibleCount -= 1 }
        if lease.isUnheard { unheardCount -= 1 }
        slotsOfSessions.remove(slot, from: lease.session)
        held[Int(slot)].lease.id = 0
        deadlines[Int(slot)] = .max
        idleDeadlines[Int(slot)] = .max
        freeSlots.append(slot)
    }

    /// Finds the leases past their deadlines. The caller must end them.
    mutating func due(now: Int64) -> [Lease] {
        forgiveStall(now: now)
        lastScan = max(now, lastScan)
        // Not `<=`: the clock counts whole milliseconds, and a lease must not end a fraction of one
        // early.
        let due = deadlines.indices.filter { deadlines[$0] < now }
        tally.detectionDelays += due.map { now - deadlines[$0] }
        return due.map { held[$0].lease }
    }

    /// Counts a user whom others see in another state.
    mutating func countUser(from before: PresenceState, to after: PresenceState) {
        visibleUsers[before, default: 0] -= 1
        visibleUsers[after, default: 0] += 1
    }

    /// The leases of devices that become idle now. The caller must mark them.
    func idleDue(now: Int64) -> [Lease] {
        idleDeadlines.indices.filter { idleDeadlines[$0] < now }.map { held[$0].lease }
    }

    mutating func markIdle(_ id: UInt64) {
        guard let slot = slot(id) else { return }
        held[slot].lease.isIdle = true
        idleDeadlines[slot] = .max
    }

    /// Takes the counts since the last call.
    mutating func takeTally() -> LeaseTally {
        defer { tally = LeaseTally() }
        return tally
    }

    /// While the process was stopped, no device could renew its lease. So each lease lasts longer
    /// by that time. Call it before anything else at `now`.
    mutating func forgiveStall(now: Int64) {
        let stall = now - lastScan - interval
        guard stall > Self.stallTolerance else { return }
        lastScan += stall
        for slot in held.indices where held[slot].lease.id != 0 { deadlines[slot] += stall }
    }
}

extension LeaseTable {
    private func slot(_ id: UInt64) -> Int? { slots[id].map { Int($0) } }

    private func slot(_ id: UInt64, of user: UserTable.Index) -> Int? {
        slot(id).flatMap { held[$0].lease.user == user ? $0 : nil }
    }

    /// A user has at most `devicesPerUser` slots.
    @inline(__always)
    private func forEachSlot(of user: UserTable.Index, _ body: (Int) -> Void) {
        guard Int(user) < firstOfUser.count else { return }
        var slot = firstOfUser[Int(user)]
        while slot != Self.none {
            body(Int(slot))
            slot = held[Int(slot)].next
        }
    }

    private mutating func noteTouch(before idle: UInt32, slot: Int, now: Int64) {
        let deadline = now - Int64(idle) + idleThreshold
        held[slot].lease.isIdle = deadline <= now
        // A device that was touched just now reports again when its user has left it.
        idleDeadlines[slot] = idle == 0 || deadline <= now ? .max : deadline
    }

    private mutating func setMode(_ mode: DeviceMode, slot: Int) {
        if held[slot].lease.mode == .invisible { invisibleCount -= 1 }
        if mode == .invisible { invisibleCount += 1 }
        held[slot].lease.mode = mode
    }

    private mutating func place(_ new: Held, until deadline: Int64) -> UInt32 {
        guard let slot = freeSlots.popLast() else {
            held.append(new)
            deadlines.append(deadline)
            idleDeadlines.append(.max)
            return UInt32(held.count - 1)
        }
        (held[Int(slot)], deadlines[Int(slot)]) = (new, deadline)
        return slot
    }

    private mutating func unlink(_ slot: UInt32) {
        let (user, next) = (held[Int(slot)].lease.user, held[Int(slot)].next)
        if firstOfUser[Int(user)] == slot { return firstOfUser[Int(user)] = next }
        var before: Int?
        forEachSlot(of: user) { if held[$0].next == slot { before = $0 } }
        if let before { held[before].next = next }
    }
}
