import Redis
import RollcallCrypto
import TestRedis
import TestSupport
import Testing

@testable import Presence

/// What the engine loses, instances bring back: nobody who is here is shown to go.
@Suite(.onEachRedis) struct DataLossTests {
    enum Loss: String, CaseIterable {
        /// The keys are removed, while the server runs.
        case flush
        /// The server is killed, and starts without data.
        case restart
        /// The server starts with data as it was a while ago.
        case oldData
        /// The server starts with all data.
        case restartWithData
    }

    @Test(arguments: Loss.allCases)
    func nobodyGoesBeforeOneLeaseHasPassed(loss: Loss) async throws {
        let world = try TwoInstances(isDurable: loss == .restartWithData)
        defer { world.close() }
        let (attached, beating, silent) = (world.names.id(), world.names.id(), world.names.id())
        let old = world.names.lease()
        try await world.instances[0].begin(old, of: attached)
        try await world.catchUp()
        if loss == .oldData { try world.server.ask("SAVE") }
        world.clocks.advance(10)
        try await world.instances[0].engine.end([old.id], of: attached, .offline, isSeen: true)

        let leases = [attached, beating, silent].map { _ in world.names.lease(isAttached: true) }
        try await world.instances[0].begin(leases[0], of: attached)
        try await world.instances[1].begin(leases[1], of: beating)
        try await world.instances[0].begin(leases[2], of: silent)
        let seen = world.names.id()
        try await world.instances[0].engine.register([(seen, 1_700_000_000_000)])
        _ = try await world.instances[0].engine.setStatus(
            "on a train", until: 0, with: leases[1].id, of: beating)
        try await world.catchUp()

        try await world.lose(loss)
        for second in 0..<40 {
            world.clocks.advance(1_000)
            try await world.expire()
            if second % 8 == 0 {
                // A heartbeat may come before the instance has noticed that something was lost.
                for (index, user) in [attached, beating].enumerated() {
                    let renewal = Renewal(lease: leases[index].id, user: user)
                    #expect(
                        try await world.instances[index].follower.renew(renewal) == 30_000)
                }
            }
            try await world.catchUp()
            for instance in world.instances {
                let state = instance.view.state
                #expect(!state.goings.contains(beating))
                #expect(state.users[beating]?.leases.map(\.id) == [leases[1].id])
                #expect(state.users[attached]?.leases.contains { $0.id == leases[0].id } == true)
                #expect(state.users[beating]?.status == "on a train")
                #expect(state.users[seen]?.lastSeen == 1_700_000_000_000)
                // Who is gone goes when one lease has passed, and not before.
                if second < 29 {
                    #expect(state.users[silent]?.leases.count == 1)
                    #expect(state.isStale)
                }
                if second > 32 {
                    #expect(state.users[silent]?.leases.isEmpty == true)
                    #expect(!state.isStale)
                }
            }
        }
        #expect(world.instances[0].view.users == world.instances[1].view.users)
    }

    /// A device that was about to renew its lease when the server died.
    @Test func aLeaseLastsAnewWhenTheServerIsBack() async throws {
        let world = try TwoInstances(isDurable: true)
        defer { world.close() }
        let user = world.names.id()
        try await world.instances[0].begin(world.names.lease(), of: user)
        try await world.catchUp()
        for _ in 0..<50 {
            world.clocks.advance(500)
            try await world.expire()
        }
        try await world.lose(.restartWithData)
        for half in 0..<64 {
            world.clocks.advance(500)
            try await world.expire()
            try await world.catchUp()
            let isHere = world.instances[1].view.users[user]?.leases.isEmpty == false
            if half < 59 { #expect(isHere, "gone after \(half) half seconds") }
            if half > 61 { #expect(!isHere) }
        }
    }

    @Test func whoWentAfterTheLossIsNotBroughtBack() async throws {
        let world = try TwoInstances()
        defer { world.close() }
        let user = world.names.id()
        let lease = world.names.lease()
        try await world.instances[0].begin(lease, of: user)
        try await world.catchUp()
        try await world.lose(.flush)
        try await world.instances[0].follower.catchUp()
        try await world.instances[0].engine.end([lease.id], of: user, .offline, isSeen: true)
        // The other has not noticed yet, and knows the lease.
        try await world.catchUp()
        for instance in world.instances { #expect(instance.view.users[user]?.leases == []) }
    }

    @Test func anInstanceThatIsNewSaysThatItMayNotKnowAll() async throws {
        let world = try TwoInstances()
        defer { world.close() }
        try await world.catchUp()
        #expect(world.instances[0].view.state.isStale)
        for _ in 0..<62 {
            world.clocks.advance(500)
            try await world.expire()
        }
        try await world.catchUp()
        #expect(!world.instances[0].view.state.isStale)
        // One that comes now knows all at once.
        let third = TestInstance(world.server, clocks: world.clocks)
        defer { third.close() }
        try await third.follower.catchUp()
        #expect(!third.view.state.isStale)
    }

    @Test func anInstanceThatMissedChangesReadsAllAnew() async throws {
        let world = try TwoInstances()
        defer { world.close() }
        let users = (0..<20).map { _ in world.names.id() }
        for user in users[..<10] {
            try await world.instances[0].begin(world.names.lease(), of: user)
        }
        try await world.catchUp()
        for user in users {
            try await world.instances[0].begin(world.names.lease(device: 2), of: user)
        }
        try await world.instances[0].follower.catchUp()
        try world.server.ask("XTRIM", "test:changes", "MAXLEN", "4")
        try await world.instances[1].engine.erase(users[0])
        try await world.catchUp()
        #expect(world.instances[1].view.state.readings == 2)
        #expect(world.instances[0].view.state.readings == 1)
        #expect(world.instances[0].view.users == world.instances[1].view.users)
        #expect(world.instances[1].view.users.count == 20)
        // Even if there is nothing left to see that by.
        try await world.instances[0].begin(world.names.lease(device: 3), of: users[1])
        try world.server.ask("XTRIM", "test:changes", "MAXLEN", "0")
        try await world.catchUp()
        #expect(world.instances[1].view.state.readings == 3)
        #expect(world.instances[0].view.users == world.instances[1].view.users)
    }

    /// Devices that beat, and losses and stalls at any time between.
    @Test(arguments: 1...4) func nobodyWhoBeatsIsShownToGo(seed: UInt64) async throws {
        var numbers = TestNumbers(seed: seed)
        let world = try TwoInstances()
        defer { world.close() }
        let users = (0..<12).map { _ in world.names.id() }
        let leases = users.map { _ in world.names.lease(duration: 6_000) }
        for index in users.indices {
            try await world.instances[index % 2].begin(leases[index], of: users[index])
        }
        try await world.catchUp()
        for second in 0..<120 {
            world.clocks.advance(500)
            if numbers.chance(1, in: 2) { try await world.expire() }
            if numbers.chance(1, in: 12) {
                try await world.lose(Loss.allCases.randomElement(using: &numbers) ?? .flush)
            }
            if numbers.chance(1, in: 10) { world.clocks.advance(60_000) }
            if numbers.chance(1, in: 10) {
                world.clocks.set(by: .random(in: -9_000_000...9_000_000, using: &numbers))
            }
            if numbers.chance(1, in: 3) { try await world.instances[1].follower.catchUp() }
            // A third each time, so that each is heard every 1.5 seconds.
            for index in users.indices where index % 3 == second % 3 {
                let renewal = Renewal(lease: leases[index].id, user: users[index])
                let duration = try await world.instances[index % 2].follower.renew(renewal)
                #expect(duration == 6_000, "seed \(seed), second \(second)")
            }
            try await world.expire()
            if numbers.chance(1, in: 2) { try await world.catchUp() }
        }
        try await world.catchUp()
        for instance in world.instances {
            #expect(instance.view.state.goings == [], "seed \(seed)")
            #expect(instance.view.users.count == 12)
        }
    }
}

/// Two instances and a server that loses data.
private final class TwoInstances: Sendable {
    let server: RedisServer
    let clocks = TestClock()
    let names = TestNames()
    let instances: [TestInstance]

    init(isDurable: Bool = false) throws {
        let server = try RedisServer(isDurable: isDurable)
        let clocks = clocks
        self.server = server
        instances = (0..<2).map { _ in
            TestInstance(server, clocks: clocks) { $0.usersPerPage = 4 }
        }
    }

    func close() {
        for instance in instances { instance.close() }
    }

    func expire() async throws {
        for instance in instances { try await instance.expire() }
    }

    func catchUp() async throws {
        for instance in instances { try await instance.follower.catchUp() }
    }

    func lose(_ loss: DataLossTests.Loss) async throws {
        if loss == .flush {
            try server.ask("FLUSHALL")
            return
        }
        try server.kill()
        if loss == .restart { server.removeData() }
        try server.start()
        // Until the instances have connected again.
        for instance in instances {
            try await eventually {
                do {
                    try await instance.expire()
                    try await instance.follower.catchUp(waiting: .milliseconds(1))
                    return true
                } catch {
                    return false
                }
            }
        }
    }
}

extension TestInstance {
    fileprivate func begin(_ lease: EngineLease, of user: UUIDv7) async throws {
        #expect(try await engine.begin(lease, of: user) == .begun)
    }
}
