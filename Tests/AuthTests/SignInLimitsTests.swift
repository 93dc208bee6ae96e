import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignInLimitsTests {
    private func signIn(
        _ world: AuthWorld, _ password: String = "correct horse", as name: String = "anna",
        on device: String = ""
    ) async -> RPCError? {
        await failure {
            try await world.client.signIn(
                SignInRequest(
                    email: "\(name)@example.com", password: password, deviceToken: device))
        }
    }

    @Test func whoKnowsThePasswordOpensOnlySoManySessions() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            _ = try await world.client.signUp(.anna(email: "bob@example.com", name: "bob"))
            try await world.stop()
            try await world.start { $0.limits[.signInAccount] = LimitPolicy(3, per: 60) }
            for _ in 0..<3 { #expect(await signIn(world) == nil) }
            let error = await signIn(world)
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooManyAttempts])
            #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 20_000)
            // Only who is right is told.
            #expect(await signIn(world, "wrong")?.reasons == [.wrongCredentials])
            // The owner's own device is not concerned, nor is anybody else.
            for _ in 0..<5 { #expect(await signIn(world, on: device) == nil) }
            #expect(await signIn(world, as: "bob") == nil)
            world.clock.advance(.seconds(20))
            #expect(await signIn(world) == nil)
        }
    }

    @Test func aKnownDeviceOpensOnlySoManyEither() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await world.stop()
            try await world.start { $0.limits[.signInDevice] = LimitPolicy(3, per: 60) }
            for _ in 0..<3 { #expect(await signIn(world, on: device) == nil) }
            #expect(await signIn(world, on: device)?.reasons == [.tooManyAttempts])
            #expect(await signIn(world) == nil)
        }
    }
}
