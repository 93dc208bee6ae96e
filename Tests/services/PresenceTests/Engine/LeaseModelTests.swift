import Foundation
import TestRedis
import Testing

@testable import Presence

/// The engine against lists that are looked through from end to end, on real servers, with two
/// instances.
///
/// `ROLLCALL_SCHEDULES` is how many schedules each test runs, `ROLLCALL_SEED` the first.
@Suite(.onEachRedis) struct LeaseModelTests {
    @Test func whateverHappensBothInstancesShowWhatTheModelSays() async throws {
        let server = try RedisServer()
        let environment = ProcessInfo.processInfo.environment
        let first = environment["ROLLCALL_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["ROLLCALL_SCHEDULES"].flatMap(UInt64.init) ?? 30
        for seed in first..<(first + count) {
            var world = ModelledEngine(server, seed: seed)
            defer { world.close() }
            do {
                try await run(&world)
            } catch {
                Issue.record("seed \(seed): \(error)\n\(world.steps.joined(separator: "\n"))")
                return
            }
        }
    }

    /// The same as a user who has the access that deploy's page gives, and no more.
    @Test func theAccessThatThePageGivesIsEnough() async throws {
        let server = try RedisServer()
        try server.ask(
            "ACL", "SETUSER", "default", "reset", "on", "nopass", "~rollcall:presence*", "+@all",
            "-@dangerous", "+info")
        #expect(try server.ask("KEYS", "*").contains("NOPERM"))
        var world = ModelledEngine(server, seed: 1)
        defer { world.close() }
        try await run(&world)
    }

    private func run(_ world: inout ModelledEngine) async throws {
        for step in 0..<120 {
            try await world.step()
            if step % 3 == 0 { try await world.check() }
        }
        try await world.check()
    }
}
