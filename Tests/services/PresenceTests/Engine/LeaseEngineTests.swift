import Redis
import RollcallCrypto
import TestRedis
import TestSupport
import Testing

@testable import Presence

/// What the model does not reach.
@Suite(.onEachRedis) struct LeaseEngineTests {
    private let names = TestNames()

    @Test func aUserHasSixteenDevicesAtMost() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server)
        defer { instance.close() }
        let user = names.id()
        for device in 0..<16 {
            let lease = names.lease(device: UInt64(device))
            #expect(try await instance.engine.begin(lease, of: user) == .begun)
        }
        let another = names.lease(device: 16)
        #expect(try await instance.engine.begin(another, of: user) == .tooManyDevices)
        // One of the sixteen may come back.
        let again = names.lease(device: 3)
        #expect(try await instance.engine.begin(again, of: user) == .begun)
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.leases.count == 16)
    }

    @Test func leasesOfAllUsersHaveALimit() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server) { $0.leases = 2 }
        defer { instance.close() }
        let (user, other) = (names.id(), names.id())
        #expect(try await instance.engine.begin(names.lease(), of: user) == .begun)
        #expect(try await instance.engine.begin(names.lease(), of: other) == .begun)
        #expect(try await instance.engine.begin(names.lease(), of: names.id()) == .full)
        #expect(try await instance.engine.begin(names.lease(), of: user) == .begun)
        #expect(try await instance.keeper.expire().leases == 2)
    }

    @Test func statusTextsHaveALimit() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server) { $0.statuses = 1 }
        defer { instance.close() }
        let engine = instance.engine
        let users = [names.id(), names.id()]
        let leases = [names.lease(), names.lease()]
        for (lease, user) in zip(leases, users) { _ = try await engine.begin(lease, of: user) }
        func set(_ text: String, _ index: Int) async throws -> LeaseEngine.StatusOutcome {
            try await engine.setStatus(
                text, until: 0, with: leases[index].id, of: users[index])
        }
        #expect(try await set("one", 0) == .done(30_000))
        #expect(try await set("two", 1) == .full)
        #expect(try await set("another", 0) == .done(30_000))
        #expect(try await set("", 0) == .done(30_000))
        #expect(try await set("two", 1) == .done(30_000))
        try await engine.erase(users[1])
        #expect(try await set("one", 0) == .done(30_000))
    }

    /// Leases must go on and end, though nothing new fits (`maxmemory` with `noeviction`).
    @Test func aServerWithoutMemoryRenewsAndEndsLeases() async throws {
        let server = try RedisServer()
        let clocks = TestClock()
        let instance = TestInstance(server, clocks: clocks)
        defer { instance.close() }
        let (user, other) = (names.id(), names.id())
        let (kept, silent) = (names.lease(), names.lease(device: 2, duration: 5_000))
        _ = try await instance.engine.begin(kept, of: user)
        _ = try await instance.engine.begin(silent, of: other)
        try await instance.expire()
        try await instance.follower.catchUp()
        try server.ask("CONFIG", "SET", "maxmemory", "1")
        await #expect(throws: RedisError.self) {
            try await instance.engine.begin(names.lease(), of: names.id())
        }
        for _ in 0..<12 {
            clocks.advance(500)
            try await instance.expire()
        }
        let renewed = try await instance.follower.renew(Renewal(lease: kept.id, user: user))
        #expect(renewed == 30_000)
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.leases.count == 1)
        #expect(instance.view.users[other]?.leases.isEmpty == true)
        #expect(instance.view.state.ended == [silent.id: .silence])
    }

    /// What another device did meanwhile is not known when it goes, either.
    @Test func anInvisibleDeviceHidesWhenOthersWereHeard() async throws {
        let server = try RedisServer()
        let clocks = TestClock()
        let instance = TestInstance(server, clocks: clocks)
        defer { instance.close() }
        let user = names.id()
        let phone = names.lease(device: 1, duration: 30_000)
        let laptop = names.lease(device: 2, mode: .invisible, isAttached: true)
        _ = try await instance.engine.begin(phone, of: user)
        let seen = clocks.now()
        clocks.advance(1_000)
        _ = try await instance.engine.begin(laptop, of: user)
        clocks.advance(1_000)
        try await instance.engine.detach(laptop.id, of: user, after: nil, grace: .seconds(5))
        clocks.advance(1_000)
        _ = try await instance.follower.renew(Renewal(lease: phone.id, user: user))
        // Both are silent, and the laptop goes first.
        for _ in 0..<80 {
            clocks.advance(500)
            try await instance.expire()
        }
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.leases == [])
        #expect(instance.view.users[user]?.lastSeen == seen)
    }

    @Test func whatWasSetLaterStands() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server)
        defer { instance.close() }
        let user = names.id()
        try await instance.engine.show([(user, 3, 2)])
        try await instance.engine.show([(user, 1, 1)])
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.visibility == 3)
        try await instance.engine.show([(user, 2, 3)])
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.visibility == 2)
        try await instance.engine.erase(user)
        try await instance.engine.show([(user, 2, 9)])
        try await instance.follower.catchUp()
        #expect(instance.view.users[user]?.visibility == 0)
    }

    @Test func theDayBeforeIsKept() async throws {
        let server = try RedisServer()
        let clocks = TestClock()
        let instance = TestInstance(server, clocks: clocks)
        defer { instance.close() }
        let user = names.id()
        let today = UInt16(clocks.now() / 86_400_000)
        for day in 0..<3 {
            let lease = names.lease()
            _ = try await instance.engine.begin(lease, of: user)
            try await instance.engine.end([lease.id], of: user, .offline, isSeen: true)
            try await instance.follower.catchUp()
            let expected = day == 0 ? 0 : today + UInt16(day) - 1
            #expect(instance.view.users[user]?.dayBefore == expected)
            clocks.advance(86_400_000)
        }
    }

    @Test func whoHasChangedSomethingSeesIt() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server)
        defer { instance.close() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await instance.follower.run() }
            try await eventually { instance.view.state.readings > 0 }
            // So that the follower mostly waits for news by then.
            try await elapse(.milliseconds(20))
            for _ in 0..<200 {
                let (user, lease) = (names.id(), names.lease())
                _ = try await instance.engine.begin(lease, of: user)
                #expect(instance.view.users[user]?.leases.map(\.id) == [lease.id])
                try await instance.engine.end([lease.id], of: user, .offline, isSeen: true)
                #expect(instance.view.users[user]?.leases == [])
            }
            group.cancelAll()
        }
    }

    @Test func aServerThatStandsStillEndsNoLeaseEarly() async throws {
        let server = try RedisServer()
        let instance = TestInstance(server)
        defer { instance.close() }
        let (user, lease) = (names.id(), names.lease(duration: 5_000))
        try await instance.expire()
        _ = try await instance.engine.begin(lease, of: user)
        let start = ContinuousClock.now
        // Nobody can renew a lease while the server sleeps: so that does not count.
        var slept = false
        var heldFor = Duration.zero
        while ContinuousClock.now - start < .seconds(12) {
            if !slept, ContinuousClock.now - start > .seconds(2) {
                slept = true
                try server.ask("DEBUG", "SLEEP", "3.5")
            }
            try await instance.expire()
            try await instance.follower.catchUp()
            if instance.view.users[user]?.leases.isEmpty == false {
                heldFor = ContinuousClock.now - start
            }
            // The engine has the real clock.
            try await elapse(.milliseconds(500))
        }
        #expect(heldFor > .seconds(7.5), "the lease lasted for \(heldFor)")
        #expect(heldFor < .seconds(15), "the lease lasted for \(heldFor)")
    }
}
