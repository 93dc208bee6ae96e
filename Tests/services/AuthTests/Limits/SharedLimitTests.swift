import Dispatch
import Metrics
import MetricsTestKit
import RollcallAPI
import RollcallRPC
import SharedLimits
import TestRedis
import TestSupport
import Testing

@testable import Auth

/// Two instances that count in one engine. Each has a database of its own here, with the same
/// secret.
@Suite(.onEachRedis) struct SharedLimitTests {
    private let backend = TestMetrics()

    private func withTwo(
        _ limits: [LimitName: LimitPolicy] = [.account: LimitPolicy(4, per: 900)],
        _ body: (RedisServer, _ one: AuthServer, _ other: AuthServer) async throws -> Void
    ) async throws {
        let server = try RedisServer()
        let engines = (0..<2).map { _ in SharedLimits(server.location, name: "test") }
        defer { for engine in engines { engine.close() } }
        try await withAuth { one in
            try await withAuth { other in
                for (world, engine) in zip([one, other], engines) {
                    try await world.stop()
                    try await world.start(
                        limitEngine: engine, metrics: AuthMetrics(factory: backend)
                    ) {
                        for (name, policy) in limits { $0.limits[name] = policy }
                    }
                }
                try await eventually { engines.allSatisfy { $0.instances == 2 } }
                try await body(server, one, other)
            }
        }
    }

    private func signIn(_ world: AuthServer, _ password: String) async -> RPCError? {
        await failure {
            try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: password))
        }
    }

    private func left(_ permit: Permit) async -> Int {
        var count = 0
        while await permit.limits.take([permit]) == nil { count += 1 }
        return count
    }

    private func permits(_ worlds: AuthServer...) throws -> [Permit] {
        try worlds.map {
            try $0.auth.runtime.limits.permit(.account, of: .login("bob@example.com"))
        }
    }

    @Test func aLimitHoldsForAllInstancesTogether() async throws {
        try await withTwo { _, one, other in
            for world in [one, other] { _ = try await world.client.signUp(.anna()) }
            let bob = try permits(one, other)
            let kept = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let permit = bob[number % 2]
                        guard let attempt = try? await permit.limits.attempt([permit]) else {
                            return 0
                        }
                        // What is not spent is given back.
                        guard number % 3 == 0 else { return 0 }
                        try await attempt.spend()
                        return 1
                    }
                }
                var kept = 0
                for try await count in group { kept += count }
                return kept
            }
            #expect(kept <= 4)
            // What is given back arrives a little later.
            var rest = 0
            try await eventually {
                rest += await left(bob[0])
                return kept + rest >= 4
            }
            #expect(await left(bob[1]) == 0)
            #expect(kept + rest == 4)
        }
    }

    @Test func guessesAtOneInstanceCountAtTheOtherAndAnOperatorForgetsThem() async throws {
        try await withTwo { server, one, other in
            for index in 0..<4 {
                let world = index < 2 ? one : other
                let error = await failure {
                    try await world.client.signIn(
                        SignInRequest(email: "bob@example.com", password: "wrong"))
                }
                #expect(error?.reasons == [.wrongCredentials])
            }
            for world in [one, other] {
                let bans = try await world.bans()
                #expect(bans.map(\.limit) == ["account"])
            }
            _ = try await other.asOperator.clearBan(
                ClearBanRequest(key: .banID(try await one.bans()[0].banID)))
            #expect(try await one.bans().isEmpty)
            #expect(await left(try permits(one)[0]) == 4)
            _ = try await other.asOperator.clearBan(
                ClearBanRequest(key: .login("bob@example.com")))
            #expect(await left(try permits(one)[0]) == 4)
            #expect(try await one.auth.store.buckets(now: 0).isEmpty)
            #expect(try !server.ask("KEYS", "*").contains("bob"))
            for key in try server.ask("KEYS", "*").split(separator: "\n") {
                #expect(try server.ask("PTTL", String(key)).first != "-", "\(key)")
            }
        }
    }

    /// Of an account that does not exist nothing is noted: the time must not tell.
    @Test func aRefusedSignInIsAnsweredBeforeItIsNoted() async throws {
        try await withTwo { _, one, _ in
            let anna = try await one.newUser("anna")
            let gate = DispatchSemaphore(value: 0)
            let store = one.auth.store
            let write = Task { try await store.write { _ in gate.wait() } }
            #expect(await signIn(one, "wrong")?.reasons == [.wrongCredentials])
            // Bodies are run twice here.
            for _ in 0..<2 { gate.signal() }
            try await write.value
            try await eventually { try await one.user(anna.id)?.refusedSignIns.count == 1 }
        }
    }

    @Test func aCorrectPasswordForgetsWrongOnesOfAllInstances() async throws {
        try await withTwo { _, one, _ in
            _ = try await one.client.signUp(.anna())
            let account = try await one.auth.store.account(email: EmailAddress("anna@example.com"))
            let permit = try one.auth.runtime.limits.permit(
                .account, of: .login(try #require(account).id))
            for _ in 0..<3 {
                #expect(await signIn(one, "wrong")?.reasons == [.wrongCredentials])
            }
            #expect(await signIn(one, "correct horse") == nil)
            #expect(await left(permit) == 4)
        }
    }

    @Test func whileTheEngineIsAwayEachInstanceCountsOnAtItsShare() async throws {
        try await withTwo { server, one, other in
            _ = try await one.client.signUp(.anna())
            let bob = try permits(one, other)
            #expect(await left(bob[0]) == 4)
            try server.kill()
            // This one knows what was used; the other has a share of its own.
            #expect(await left(bob[0]) == 0)
            #expect(await left(bob[1]) == 2)
            #expect(try backend.expectCounter("auth.limits.alone").totalValue > 0)
            for _ in 0..<5 { #expect(await signIn(one, "correct horse") == nil) }
            #expect(one.auth.runtime.limitTrouble()?.contains("does not answer") == true)
            let error = await failure { try await one.bans() }
            #expect(error?.code == .unavailable)

            try server.start()
            try await eventually { one.auth.runtime.limitTrouble() == nil }
            #expect(await left(bob[0]) == 4)
            #expect(await left(bob[1]) == 0)
        }
    }

    @Test func whatWasTakenWhileTheEngineWasAwayIsGivenBackHereAlone() async throws {
        try await withTwo { server, one, other in
            let bob = try permits(one, other)
            try server.kill()
            do {
                let attempt = try await bob[0].limits.attempt([bob[0]])
                try server.start()
                try await eventually { one.auth.runtime.limitTrouble() == nil }
                for _ in 0..<3 { #expect(await bob[1].limits.take([bob[1]]) == nil) }
                _ = consume attempt
            }
            #expect(await left(bob[1]) == 1)
        }
    }
}
