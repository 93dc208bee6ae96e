import Admission
import Redis
import TestRedis
import TestSupport
import Testing

@testable import SharedLimits

@Suite(.onEachRedis) struct SharedLimitsTests {
    private let hourly = GCRA(20, per: 3_600_000, burst: 20)

    private func limits(_ server: RedisServer) -> SharedLimits {
        SharedLimits(server.location, name: "test")
    }

    private func use(_ bucket: String) -> SharedLimits.Use { .init(of: "a/\(bucket)", at: hourly) }

    private func isTaken(_ answer: SharedLimits.Answer) -> Bool {
        if case .taken = answer { true } else { false }
    }

    @Test func instancesTogetherTakeNoMoreThanThePolicyAlsoWithRefunds() async throws {
        let server = try RedisServer()
        let instances = [limits(server), limits(server)]
        defer { for instance in instances { instance.close() } }
        let uses = [use("x"), use("y")]
        let kept = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                let instance = instances[number % 2]
                group.addTask {
                    guard isTaken(try await instance.take(uses)) else { return 0 }
                    guard number % 3 == 0 else { return 1 }
                    instance.refund(uses)
                    return 0
                }
            }
            var kept = 0
            for try await count in group { kept += count }
            return kept
        }
        #expect(kept <= 20)
        // What was given back can be had once that has arrived, and no more.
        var rest = 0
        try await eventually {
            while isTaken(try await instances[0].take(uses)) { rest += 1 }
            return kept + rest >= 20
        }
        for instance in instances { #expect(!isTaken(try await instance.take(uses))) }
        #expect(kept + rest == 20)
    }

    @Test func aRefusedTakeTakesNothingAndMakesNoKey() async throws {
        let server = try RedisServer()
        let limits = limits(server)
        defer { limits.close() }
        while isTaken(try await limits.take([use("x")])) {}
        for number in 0..<100 {
            guard case .refused(0, let wait) = try await limits.take([use("x"), use("\(number)")])
            else { throw RedisError.malformedReply }
            #expect((1...180_000).contains(wait))
            guard case .refused(1, _) = try await limits.take([use("\(number)"), use("x")])
            else { throw RedisError.malformedReply }
        }
        #expect(try server.ask("DBSIZE") == "1")
    }

    @Test func everyKeyExpiresWhenItsBucketIsFull() async throws {
        let server = try RedisServer()
        let limits = limits(server)
        defer { limits.close() }
        _ = try await limits.take([use("x"), .init(of: "a/brief", at: GCRA(1, per: 1, burst: 1))])
        try await limits.join()
        let left = try #require(Int64(try server.ask("PTTL", "test:a/x")))
        #expect((1...180_000).contains(left))
        #expect(try await limits.used(["a/x", "a/none"]).map { $0 > 0 } == [true, false])
        try await eventually { try server.ask("EXISTS", "test:a/brief") == "0" }
        #expect(try #require(Int64(try server.ask("PTTL", "test:instances"))) > 0)
    }

    @Test func whatIsForgottenIsFullAndListedNoMore() async throws {
        let server = try RedisServer()
        let limits = limits(server)
        defer { limits.close() }
        try await limits.join()
        try server.ask("SET", "other:a/x", "1")
        let buckets = Set((0..<50).map { "a/\($0)" })
        for bucket in buckets { _ = try await limits.take([.init(of: bucket, at: hourly)]) }
        #expect(try await all(limits) == buckets)
        limits.clear("a/0")
        try await limits.forget(["a/1", "a/2"])
        #expect(try await all(limits) == buckets.subtracting(["a/0", "a/1", "a/2"]))
    }

    private func all(_ limits: SharedLimits) async throws -> Set<String> {
        var (found, cursor) = (Set<String>(), "")
        repeat {
            let page = try await limits.buckets(after: cursor, limit: 7)
            found.formUnion(page.buckets)
            cursor = page.cursor
        } while !cursor.isEmpty
        return found
    }

    @Test func instancesKnowHowManyTheyAre() async throws {
        let server = try RedisServer()
        let instances = (0..<3).map { _ in limits(server) }
        defer { for instance in instances { instance.close() } }
        for instance in instances { try await instance.join() }
        try await instances[0].join()
        #expect(instances[0].instances == 3)
        try server.kill()
        await #expect(throws: RedisError.self) { try await instances[0].join() }
        #expect(instances[0].instances == 3)
    }

    @Test func anEngineThatIsKilledOrFrozenIsNotWaitedFor() async throws {
        let server = try RedisServer()
        let limits = limits(server)
        defer { limits.close() }
        #expect(isTaken(try await limits.take([use("x")])))
        for isKilled in [true, false] {
            if isKilled { try server.kill() } else { try server.setFrozen(true) }
            for _ in 0..<100 {
                await #expect(throws: RedisError.self) { try await limits.take([use("x")]) }
            }
            #expect(limits.trouble?.contains("the engine \(server.socket)/0") == true)
            if isKilled { try server.start() } else { try server.setFrozen(false) }
            try await eventually { (try? await limits.take([use("x")])) != nil }
            #expect(limits.trouble == nil)
        }
    }

    @Test func anEngineWithoutMemoryCountsNothingMoreAndTakesPermitsBack() async throws {
        let server = try RedisServer(options: ["--maxmemory-policy", "noeviction"])
        let limits = limits(server)
        defer { limits.close() }
        while isTaken(try await limits.take([use("x")])) {}
        try server.ask("CONFIG", "SET", "maxmemory", "1")
        await #expect(throws: RedisError.self) { try await limits.take([use("y")]) }
        #expect(limits.trouble?.contains("has no memory left") == true)
        limits.refund([use("x")])
        try await limits.join()
        try server.ask("CONFIG", "SET", "maxmemory", "0")
        #expect(isTaken(try await limits.take([use("x")])))
    }

    /// The same as the page for operators gives, and no more.
    @Test func theAccessThatThePageGivesIsEnough() async throws {
        let server = try RedisServer()
        try server.ask(
            "ACL", "SETUSER", "default", "reset", "on", "nopass", "~rollcall:limits*", "+@all",
            "-@dangerous", "+info")
        let limits = SharedLimits(server.location, name: "rollcall:limits:rollcall")
        defer { limits.close() }
        try await limits.join()
        #expect(isTaken(try await limits.take([use("x")])))
        #expect(try await limits.buckets(after: "", limit: 10).buckets == ["a/x"])
        #expect(try await limits.used(["a/x"]).count == 1)
        limits.refund([use("x")])
        try await limits.forget(["a/x"])
        #expect(limits.trouble == nil)
    }
}
