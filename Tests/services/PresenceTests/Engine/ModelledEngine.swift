import RollcallCrypto
import TestRedis
import TestSupport

@testable import Presence

/// What an instance has said, and the model has not.
struct Difference: Error {
    let sentence: String
}

/// Two instances on one engine, and the model of it, to which the same happens.
struct ModelledEngine {
    let clocks = TestClock()
    let instances: [TestInstance]
    private let names = TestNames()
    private let users: [UUIDv7]
    private let sessions: [UUIDv7]
    private(set) var model = LeaseModel()
    private var numbers: TestNumbers
    /// Whether the server's clock has jumped, or expire was late, in this schedule: then it is not
    /// certain to the millisecond when users were last seen.
    private var isIrregular = false
    private var lastExpiry: Int64
    private var hasJumped = false
    /// Last seen, as it was told.
    private var told: [UUIDv7: Int64] = [:]
    /// What was done, to be printed when it fails.
    private(set) var steps: [String] = []

    init(_ server: RedisServer, seed: UInt64) {
        let clocks = clocks
        instances = (0..<2).map { _ in
            TestInstance(server, name: "rollcall:presence-\(seed)", clocks: clocks) {
                $0.usersPerPage = 3
                $0.changesPerCall = 4
                $0.duePerCall = 2
                $0.renewalsPerCall = 3
            }
        }
        let names = names
        users = (0..<4).map { _ in names.id() }
        sessions = (0..<4).map { _ in names.id() }
        numbers = TestNumbers(seed: seed)
        lastExpiry = clocks.uptime()
    }

    func close() {
        for instance in instances { instance.close() }
    }

    mutating func step() async throws {
        // No two things happen in the same millisecond.
        try await pass(1)
        let user = users.randomElement(using: &numbers) ?? users[0]
        switch Int.random(in: 0..<40, using: &numbers) {
        case 0..<9: try await begin(user)
        case 9..<16: try await renew(user)
        case 16..<19: try await detach(user)
        case 19: try await end(user)
        case 20: try await setStatus(user)
        case 21: try await endSession()
        case 22 where numbers.chance(1, in: 16): try await erase(user)
        case 23 where numbers.chance(1, in: 2): try await register(user)
        case 23: try await show(user)
        case 24 where numbers.chance(1, in: 2): jump()
        case 25 where numbers.chance(1, in: 2): try await stall()
        case 26..<30: try await pass(Int64.random(in: 2_000...40_000, using: &numbers))
        default: try await pass(Int64.random(in: 1...3_000, using: &numbers))
        }
    }

    /// Both views are the model.
    ///
    /// - Throws: `Difference`.
    mutating func check() async throws {
        for instance in instances { try await instance.follower.catchUp() }
        let views = instances.map(\.view.users)
        try demand(views[0], views[1], "two instances")
        try demand(Set(views[0].keys).subtracting(users), [], "users")
        for user in users {
            let shown = views[0][user] ?? EngineUser(id: user)
            let leases = model.leases(of: user).map(\.lease)
            try demand(
                shown.leases.sorted { $0.id < $1.id }, leases.sorted { $0.id < $1.id }, "leases")
            try demand(shown.isErased, model.erased.contains(user), "erased")
            try demand(shown.visibility, model.visibilities[user] ?? 0, "visibility")
            try demand(shown.status, model.statuses[user]?.text ?? "", "status")
            try checkLastSeen(shown)
        }
        try demand(instances[0].view.state.ended, model.causes, "ends")
    }

    private mutating func checkLastSeen(_ shown: EngineUser) throws {
        let seen = model.seen[shown.id] ?? 0
        // Never goes back, unless the user was forgotten.
        if seen > 0, shown.lastSeen < told[shown.id] ?? 0 {
            throw Difference(sentence: "last seen went back to \(shown.lastSeen)")
        }
        told[shown.id] = seen > 0 ? shown.lastSeen : nil
        guard !isIrregular else { return }
        // While somebody is here, it follows from the leases.
        try demand(
            shown.leases.isEmpty ? shown.lastSeen : max(shown.lastSeen, seen), seen, "last seen")
    }

    private func demand<Value: Equatable>(
        _ shown: Value, _ expected: Value, _ what: String
    ) throws {
        if shown != expected {
            throw Difference(sentence: "\(what): \(shown), and not \(expected)")
        }
    }
}

extension ModelledEngine {
    private mutating func instance() -> TestInstance {
        instances.randomElement(using: &numbers) ?? instances[0]
    }

    private mutating func begin(_ user: UUIDv7) async throws {
        let idle: UInt32? =
            numbers.chance(1, in: 2)
            ? nil : [0, 1_000, 290_000, 300_000].randomElement(using: &numbers)
        let lease = EngineLease(
            id: .random(in: 1 ... .max, using: &numbers),
            device: .random(in: 0..<(numbers.chance(1, in: 4) ? 40 : 3), using: &numbers),
            session: sessions.randomElement(using: &numbers) ?? sessions[0],
            duration: [5_000, 10_000, 30_000, 300_000].randomElement(using: &numbers) ?? 5_000,
            mode: numbers.chance(1, in: 6)
                ? .invisible : numbers.chance(1, in: 4) ? .away : .online,
            flags: numbers.chance(1, in: 2) ? .attached : [])
        note("begin \(lease.id) of \(user), idle \(idle ?? 0)")
        let expected = model.begin(lease, of: user, idle: idle, clocks)
        // A call is repeated when its answer was lost.
        for _ in 0..<(expected == .begun && numbers.chance(1, in: 8) ? 2 : 1) {
            let beginning = try await instance().engine.begin(lease, of: user, idle: idle)
            try demand(beginning, expected, "begin")
        }
    }

    /// One of the user's leases, or of another user's.
    private mutating func anyLease(_ user: UUIDv7) -> UInt64 {
        let own = model.leases(of: user).map(\.lease.id)
        let all = model.leases.map(\.lease.id) + Array(model.causes.keys.sorted().prefix(3))
        return (numbers.chance(1, in: 12) ? all : own).randomElement(using: &numbers) ?? 1
    }

    private mutating func renew(_ user: UUIDv7) async throws {
        var renewals: [Renewal] = []
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            renewals.append(Renewal(lease: anyLease(user), user: user))
        }
        if numbers.chance(1, in: 2) {
            renewals = [renewals[0]]
            if numbers.chance(1, in: 2) {
                renewals[0].update.mode = [.online, .away, .invisible].randomElement(
                    using: &numbers)
            }
            if numbers.chance(1, in: 2) {
                renewals[0].update.idle = [0, 1, 200_000, 299_999, 300_000].randomElement(
                    using: &numbers)
            }
        }
        note("renew \(renewals)")
        let follower = instance().follower
        // At once, so that they share calls.
        let answers = try await withThrowingTaskGroup(of: (Int, UInt32).self) { group in
            for (index, renewal) in renewals.enumerated() {
                group.addTask { (index, try await follower.renew(renewal)) }
            }
            return try await group.reduce(into: [Int: UInt32]()) { $0[$1.0] = $1.1 }
        }
        for (index, renewal) in renewals.enumerated() {
            try demand(answers[index], model.renew(renewal, clocks), "renew")
        }
    }

    private mutating func detach(_ user: UUIDv7) async throws {
        let lease = anyLease(user)
        let ending: AttachTable.Ending? =
            numbers.chance(1, in: 6)
            ? .doubt : numbers.chance(1, in: 5) ? .draining(pause: 3_000) : nil
        let grace: Duration =
            ending == nil && numbers.chance(1, in: 6) ? .zero : .milliseconds(5_000)
        note("detach \(lease) \(String(describing: ending)) \(grace)")
        model.detach(lease, of: user, after: ending, grace: grace, clocks)
        try await instance().engine.detach(lease, of: user, after: ending, grace: grace)
    }

    private mutating func end(_ user: UUIDv7) async throws {
        let isKick = numbers.chance(1, in: 2)
        let leases = numbers.chance(1, in: 4) ? nil : [anyLease(user)]
        note("end \(String(describing: leases)) of \(user)")
        let cause = isKick ? LeaseEnd.kicked : .offline
        let expected = model.end(leases, of: user, cause, isSeen: true, clocks)
        let ended = try await instance().engine.end(leases, of: user, cause, isSeen: true)
        try demand(ended, expected, "end")
    }

    private mutating func endSession() async throws {
        let session = sessions.randomElement(using: &numbers) ?? sessions[0]
        note("end session \(session)")
        model.endSession(session)
        // Both hear of it.
        for instance in instances { try await instance.engine.endSessions([session]) }
    }

    private mutating func setStatus(_ user: UUIDv7) async throws {
        let lease = anyLease(user)
        let text = numbers.chance(1, in: 3) ? "" : "busy \(numbers.next() % 9) ☕"
        let end = numbers.chance(1, in: 2) ? 0 : clocks.now() + 20_000
        note("status \(text) until \(end) with \(lease)")
        let duration = model.setStatus(text, until: end, with: lease, of: user, clocks)
        let outcome = try await instance().engine.setStatus(text, until: end, with: lease, of: user)
        try demand(outcome, duration == 0 ? .leaseEnded : .done(duration), "status")
    }

    private mutating func register(_ user: UUIDv7) async throws {
        let time = clocks.now() - Int64.random(in: 0...10_000, using: &numbers)
        // Not before an invisible device went.
        guard model.leases(of: user).isEmpty, model.seen[user] == nil else { return }
        note("register \(user)")
        model.register(user, at: time)
        try await instance().engine.register([(user, time)])
    }

    private mutating func show(_ user: UUIDv7) async throws {
        let visibility = UInt8.random(in: 1...3, using: &numbers)
        note("show \(visibility) of \(user)")
        model.show(user, visibility)
        // As the store counts, from the time of the test.
        let setting = (user, visibility, UInt32(clocks.uptime()))
        try await instance().engine.show([setting])
    }

    private mutating func erase(_ user: UUIDv7) async throws {
        note("erase \(user)")
        model.erase(user)
        try await instance().engine.erase(user)
    }

    /// The server's clock is set.
    private mutating func jump() {
        let jump: Int64 =
            numbers.chance(1, in: 3)
            ? .random(in: -2_500...2_500, using: &numbers)
            : .random(in: -7_200_000...7_200_000, using: &numbers)
        note("jump \(jump)")
        clocks.set(by: jump)
        hasJumped = true
        isIrregular = true
    }

    /// Nobody calls expire.
    private mutating func stall() async throws {
        let time = Int64.random(in: 3_000...60_000, using: &numbers)
        note("stall \(time)")
        clocks.advance(time)
        try await expire()
    }

    /// Time passes, in which expire is called twice a second.
    private mutating func pass(_ time: Int64) async throws {
        if time > 1 { note("pass \(time)") }
        var left = time
        while left > 0 {
            let slice = min(left, 500 - (clocks.uptime() - lastExpiry))
            clocks.advance(slice)
            left -= slice
            if clocks.uptime() - lastExpiry >= 500 { try await expire() }
        }
    }

    private mutating func expire() async throws {
        let gap = clocks.uptime() - lastExpiry
        if hasJumped || gap > 2_500 {
            isIrregular = true
            // What was heard in the gap may have been noted as if that had been later.
            model.forgive(gap + 2_500)
        }
        hasJumped = false
        lastExpiry = clocks.uptime()
        // The other may call at the same time.
        if numbers.chance(1, in: 3) { try await instance().expire() }
        let instance = instance()
        try await instance.expire()
        try await instance.follower.catchUp()
        let users = instance.view.users
        let held = users.values.flatMap(\.leases)
        model.expire(
            clocks, isHeld: { id in held.contains { $0.id == id } },
            isIdle: { id in held.contains { $0.id == id && $0.flags.contains(.idle) } })
    }

    private mutating func note(_ step: String) {
        steps.append("\(clocks.uptime()): \(step)")
    }
}
