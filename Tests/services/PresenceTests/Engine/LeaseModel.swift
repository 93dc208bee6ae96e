import RollcallCrypto
import TestSupport

@testable import Presence

/// What the engine promises, said simply: lists that are looked through from end to end, in true
/// time.
struct LeaseModel {
    struct Lease {
        var lease: EngineLease
        let user: UUIDv7
        /// It does not end before this.
        var deadline: Int64
        /// It has ended after this, once expire was called.
        var latest: Int64
        /// When it begins to count as away: not before, and after that by the next expire.
        var idleAt: Int64?
        var latestIdleAt: Int64?
    }

    static let idleThreshold: Int64 = 300_000
    /// By how much a lease is longer than it says.
    static let margin: Int64 = 200

    private(set) var leases: [Lease] = []
    /// When users were last seen, by the server's clock, where that is certain.
    private(set) var seen: [UUIDv7: Int64] = [:]
    private(set) var erased: Set<UUIDv7> = []
    private(set) var statuses: [UUIDv7: (text: String, end: Int64)] = [:]
    private(set) var visibilities: [UUIDv7: UInt8] = [:]
    private(set) var causes: [UInt64: LeaseEnd] = [:]

    func leases(of user: UUIDv7) -> [Lease] { leases.filter { $0.user == user } }

    private func isInvisible(_ user: UUIDv7) -> Bool {
        leases(of: user).contains { $0.lease.mode == .invisible }
    }

    private mutating func see(_ user: UUIDv7, _ clocks: TestClock) {
        guard !isInvisible(user) else { return }
        seen[user] = max(seen[user] ?? 0, clocks.now())
    }

    mutating func begin(
        _ lease: EngineLease, of user: UUIDv7, idle: UInt32?, _ clocks: TestClock
    ) -> LeaseEngine.Beginning {
        if erased.contains(user) { return .erased }
        if let old = leases(of: user).first(where: { $0.lease.device == lease.device }) {
            end(old.lease.id, .replaced)
        } else if leases(of: user).count == 16 {
            return .tooManyDevices
        }
        var lease = lease
        lease.since = clocks.now()
        let end = clocks.uptime() + Int64(lease.duration)
        leases.append(Lease(lease: lease, user: user, deadline: end, latest: end + Self.margin))
        if let idle { touch(leases.count - 1, idle, clocks) }
        see(user, clocks)
        return .begun
    }

    private mutating func touch(_ index: Int, _ idle: UInt32, _ clocks: TestClock) {
        let isIdle = Int64(idle) >= Self.idleThreshold
        if isIdle {
            leases[index].lease.flags.insert(.idle)
        } else {
            leases[index].lease.flags.remove(.idle)
        }
        let at = clocks.uptime() - Int64(idle) + Self.idleThreshold
        leases[index].idleAt = idle == 0 || isIdle ? nil : at
        leases[index].latestIdleAt = leases[index].idleAt
    }

    mutating func renew(_ renewal: Renewal, _ clocks: TestClock) -> UInt32 {
        guard let index = index(renewal.lease, renewal.user) else { return 0 }
        see(renewal.user, clocks)
        let duration = leases[index].lease.duration
        leases[index].deadline = clocks.uptime() + Int64(duration)
        leases[index].latest = leases[index].deadline + Self.margin
        leases[index].lease.flags.subtract([.detached, .paused])
        if let mode = renewal.update.mode { leases[index].lease.mode = mode }
        if let idle = renewal.update.idle ?? (renewal.update.mode == .online ? 0 : nil) {
            touch(index, idle, clocks)
        }
        see(renewal.user, clocks)
        return duration
    }

    mutating func detach(
        _ lease: UInt64, of user: UUIDv7, after ending: AttachTable.Ending?, grace: Duration,
        _ clocks: TestClock
    ) {
        guard let index = index(lease, user), leases[index].lease.flags.contains(.attached) else {
            return
        }
        leases[index].lease.flags.remove(.attached)
        switch ending {
        case .doubt: break
        case .draining(let pause):
            leases[index].lease.flags.insert(.paused)
            let end = clocks.uptime() + pause + Int64(leases[index].lease.duration)
            leases[index].deadline = max(leases[index].deadline, end)
            leases[index].latest = max(leases[index].latest, end + Self.margin)
        case .token, .lease, nil:
            guard grace > .zero else { return self.end(lease, .grace) }
            leases[index].lease.flags.insert(.detached)
            let end = clocks.uptime() + Int64(grace / .milliseconds(1))
            leases[index].deadline = min(leases[index].deadline, end)
            leases[index].latest = min(leases[index].latest, end)
        }
    }

    mutating func end(
        _ ids: [UInt64]?, of user: UUIDv7, _ cause: LeaseEnd, isSeen: Bool,
        _ clocks: TestClock
    ) -> Int {
        let held = leases(of: user).map(\.lease.id)
        let ended = held.filter { ids?.contains($0) ?? true }
        if isSeen, !ended.isEmpty { see(user, clocks) }
        for id in ended { end(id, cause) }
        return ended.count
    }

    mutating func endSession(_ session: UUIDv7) {
        for held in leases where held.lease.session == session { end(held.lease.id, .session) }
    }

    mutating func setStatus(
        _ text: String, until end: Int64, with lease: UInt64, of user: UUIDv7, _ clocks: TestClock
    ) -> UInt32 {
        let duration = renew(Renewal(lease: lease, user: user), clocks)
        if duration > 0 { statuses[user] = text.isEmpty ? nil : (text, end) }
        return duration
    }

    mutating func register(_ user: UUIDv7, at time: Int64) {
        guard !erased.contains(user) else { return }
        seen[user] = max(seen[user] ?? 0, time)
    }

    mutating func show(_ user: UUIDv7, _ visibility: UInt8) {
        if !erased.contains(user) { visibilities[user] = visibility }
    }

    mutating func erase(_ user: UUIDv7) {
        guard !erased.contains(user) else { return }
        for held in leases(of: user) { end(held.lease.id, .erased) }
        seen[user] = nil
        statuses[user] = nil
        visibilities[user] = nil
        erased.insert(user)
    }

    /// Time has passed that the engine does not count: leases may last longer by as much.
    mutating func forgive(_ time: Int64) {
        for index in leases.indices {
            leases[index].latest += time
            leases[index].latestIdleAt? += time
        }
    }

    /// What is due has ended. What may have ended or not, is as somebody says.
    mutating func expire(
        _ clocks: TestClock, isHeld: (UInt64) -> Bool, isIdle: (UInt64) -> Bool
    ) {
        let now = clocks.uptime()
        for held in leases where held.deadline < now {
            let hasEnded = held.latest < now || !isHeld(held.lease.id)
            guard hasEnded else { continue }
            end(held.lease.id, held.lease.flags.contains(.detached) ? .grace : .silence)
        }
        for index in leases.indices {
            guard let at = leases[index].idleAt, let latest = leases[index].latestIdleAt, at < now,
                latest < now || isIdle(leases[index].lease.id)
            else { continue }
            leases[index].lease.flags.insert(.idle)
            leases[index].idleAt = nil
        }
        statuses = statuses.filter { $0.value.end == 0 || $0.value.end >= clocks.now() }
    }

    private mutating func end(_ id: UInt64, _ cause: LeaseEnd) {
        leases.removeAll { $0.lease.id == id }
        causes[id] = cause
    }

    private func index(_ lease: UInt64, _ user: UUIDv7) -> Int? {
        leases.firstIndex { $0.lease.id == lease && $0.user == user }
    }
}
