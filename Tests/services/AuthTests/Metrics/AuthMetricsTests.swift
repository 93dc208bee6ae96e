import CoreMetrics
import MetricsTestKit
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import Auth

@Suite struct AuthMetricsTests {
    private let backend = TestMetrics()

    private func count(_ label: String, _ dimensions: (String, String)...) throws -> Int64 {
        try backend.expectCounter(label, dimensions).totalValue
    }

    private func restart(
        _ world: AuthServer, hasher: PasswordHasher? = nil,
        _ limits: [LimitName: LimitPolicy] = [:]
    ) async throws {
        try await world.stop()
        try await world.start(hasher: hasher, metrics: AuthMetrics(factory: backend)) {
            for (name, policy) in limits { $0.limits[name] = policy }
        }
    }

    @Test func signInsAreCountedByWhatBecameOfThem() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await restart(
                world, [.account: LimitPolicy(2, per: 900), .everyone: LimitPolicy(5, per: 900)])
            try await world.removePassword(of: world.newUser("nopassword").id)
            func signIn(_ email: String, _ password: String) async {
                _ = await failure {
                    try await world.client.signIn(SignInRequest(email: email, password: password))
                }
            }
            await signIn("anna@example.com", "correct horse")
            for _ in 0..<3 { await signIn("anna@example.com", "wrong") }
            await signIn("nopassword@example.com", "correct horse")
            await signIn("nobody@example.com", "wrong")
            for _ in 0..<3 { await signIn("noone@example.com", "wrong") }
            #expect(try count("auth.sign_ins", ("outcome", "ok")) == 1)
            #expect(try count("auth.sign_ins", ("outcome", "wrong")) == 6)
            #expect(try count("auth.sign_ins", ("outcome", "limited")) == 2)
            #expect(try count("auth.sign_ins.refused", ("why", "wrong")) == 2)
            #expect(try count("auth.sign_ins.refused", ("why", "locked")) == 1)
            #expect(try count("auth.sign_ins.refused", ("why", "unknown")) == 2)
            #expect(try count("auth.sign_ins.refused", ("why", "without_password")) == 1)
            #expect(try count("auth.limits", ("limit", "everyone"), ("answer", "taken")) == 7)
            #expect(try count("auth.limits", ("limit", "everyone"), ("answer", "refused")) == 2)
            #expect(try count("auth.limits", ("limit", "account"), ("answer", "refused")) == 1)
        }
    }

    @Test func aSignInIsCountedAsPendingUntilItsSecondStep() async throws {
        try await withAuth { world in
            _ = try await world.verifiedAnna()
            try await world.stop()
            try await world.start(metrics: AuthMetrics(factory: backend)) {
                $0.confirmsUnknownDevices = true
            }
            let pending = try #require(try await world.signIn().pending)
            #expect(try count("auth.sign_ins", ("outcome", "pending")) == 1)
            #expect(try count("auth.sign_ins", ("outcome", "ok")) == 0)
            _ = try await world.goOn(pending)
            #expect(try count("auth.sign_ins", ("outcome", "ok")) == 1)
        }
    }

    @Test func signUpsAreCountedByWhatBecameOfThem() async throws {
        try await withAuth { world in
            try await restart(world)
            for request in [
                SignUpRequest.anna(), .anna(name: "bob"), .anna(email: "b@example.com"),
                .anna(email: "malformed", name: "carl"),
            ] {
                _ = await failure { try await world.client.signUp(request) }
            }
            world.profile.setFault { _, _ in throw RPCError(.internal, "broken") }
            _ = await failure {
                try await world.client.signUp(.anna(email: "d@example.com", name: "dora"))
            }
            for (outcome, expected) in [
                ("started", 5), ("completed", 1), ("email_taken", 1), ("name_taken", 1),
                ("invalid", 1), ("profile_away", 1), ("failed", 0),
            ] {
                #expect(try count("auth.sign_ups", ("outcome", outcome)) == expected)
            }
        }
    }

    @Test func hashesAreTimed() async throws {
        let metrics = HashMetrics(factory: backend)
        let hasher = try PasswordHasher.cheap {
            $0.queueLimit = 0
            $0.watch = metrics.note
        }
        let slow = try PasswordHash(
            parameters: Argon2Parameters(kibibytes: 65_536, passes: 4, lanes: 1),
            salt: Array(repeating: 0, count: 16), tag: Array(repeating: 0, count: 32))
        async let busy = hasher.verify([], against: slow, deadline: nil)
        try await eventually {
            (try? backend.expectMeter("auth.hash.running"))?.values.last == 1
        }
        await #expect(throws: PasswordHasherError.self) {
            try await hasher.verifyDummy([], deadline: nil)
        }
        _ = try await busy
        #expect(try count("auth.hash.shed") == 1)
        #expect(try backend.expectTimer("auth.hash.wait").values.count == 1)
        #expect(try backend.expectTimer("auth.hash.time").values.count == 1)
        #expect(try backend.expectMeter("auth.hash.depth").values.allSatisfy { $0 == 0 })
        #expect(try backend.expectMeter("auth.hash.running").values.last == 0)
    }
}
