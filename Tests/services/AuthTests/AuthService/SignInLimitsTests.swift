import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct SignInLimitsTests {
    private func signIn(
        _ world: AuthServer, _ password: String = "correct horse", as name: String = "anna",
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
            world.clock.advance(KnownDevice.trial)
            try await world.start { $0.limits[.signInAccount] = LimitPolicy(3, per: 60) }
            for _ in 0..<3 { #expect(await signIn(world) == nil) }
            let error = await signIn(world)
            #expect(error?.code == .resourceExhausted && error?.reasons == [.tooManyAttempts])
            #expect(error?.detail(ErrorInfo.self)?.retryAfterMs == 20_000)
            // Only a correct password is told of the limit.
            #expect(await signIn(world, "wrong")?.reasons == [.wrongCredentials])
            // The limit is not that of the owner's own device, nor of other callers.
            for _ in 0..<5 { #expect(await signIn(world, on: device) == nil) }
            #expect(await signIn(world, as: "bob") == nil)
            world.clock.advance(.seconds(20))
            #expect(await signIn(world) == nil)
        }
    }

    /// Correct passwords without end would keep the workers busy for nothing.
    @Test func whoIsRightTooOftenCountsAsWrong() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            let hasher = try PasswordHasher.cheap()
            try await world.start(hasher: hasher) {
                $0.limits[.signInAccount] = LimitPolicy(2, per: 3600)
                $0.limits[.address] = LimitPolicy(3, per: 3600)
            }
            func signIn() async -> [Reason]? {
                await failure {
                    try await world.auth.runtime.handler.signIn(
                        SignInRequest(email: "anna@example.com", password: "correct horse"),
                        context: CallContext(
                            method: "", peer: PeerIdentity(address: "203.0.113.7:50123")))
                }?.reasons
            }
            for _ in 0..<2 { #expect(await signIn() == nil) }
            for _ in 0..<10 { #expect(await signIn() == [.tooManyAttempts]) }
            #expect(hasher.hashCount == 5)
        }
    }

    @Test func aKnownDeviceThatIsRightTooOftenCostsNoHash() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await world.stop()
            world.clock.advance(KnownDevice.trial)
            let hasher = try PasswordHasher.cheap()
            try await world.start(hasher: hasher) {
                $0.limits[.signInDevice] = LimitPolicy(2, per: 3600)
            }
            #expect(await signIn(world, "wrong", on: device)?.reasons == [.wrongCredentials])
            for _ in 0..<2 { #expect(await signIn(world, on: device) == nil) }
            for _ in 0..<10 {
                #expect(await signIn(world, on: device)?.reasons == [.tooManyAttempts])
            }
            #expect(hasher.hashCount == 3)
        }
    }

    @Test func aSessionThatIsRightTooOftenCostsNoHash() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            try await world.stop()
            let hasher = try PasswordHasher.cheap()
            try await world.start(hasher: hasher) {
                $0.limits[.confirmAccount] = LimitPolicy(2, per: 3600)
            }
            func change(_ email: String) async -> RPCError? {
                await failure {
                    try await world.auth.account.startAddressChange(
                        StartAddressChangeRequest(
                            proof: .password("correct horse"), newEmail: email),
                        options: .bearer(tokens))
                }
            }
            for number in 0..<2 { #expect(await change("\(number)@example.org") == nil) }
            for number in 2..<9 {
                #expect(await change("\(number)@example.org")?.reasons == [.tooManyAttempts])
            }
            #expect(hasher.hashCount == 2)
        }
    }

    @Test func aKnownDeviceOpensOnlySoManyEither() async throws {
        try await withAuth { world in
            let device = try await world.client.signUp(.anna()).deviceToken
            try await world.stop()
            world.clock.advance(KnownDevice.trial)
            try await world.start { $0.limits[.signInDevice] = LimitPolicy(3, per: 60) }
            for _ in 0..<3 { #expect(await signIn(world, on: device) == nil) }
            #expect(await signIn(world, on: device)?.reasons == [.tooManyAttempts])
            #expect(await signIn(world) == nil)
        }
    }
}
