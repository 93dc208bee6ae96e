import RollcallAPI
import RollcallRPC
import TestIdentityProvider
import TestSupport
import Testing

@testable import Auth

/// What a provider has granted is revoked when an identity goes.
@Suite struct TokenRevocationTests {
    /// Signs in by a code, for which the provider also gives a refresh token.
    private func signIn(_ world: IdentityWorld) async throws -> SignInWithIdentityResponse {
        let attempt = try await world.begin(.page)
        let token = try world.key.sign(
            claims: world.provider.claims(nonce: attempt.nonce, now: world.seconds))
        world.provider.set(
            "/token",
            IdentityProviderServer.Answer(
                #"{"id_token":"\#(token)","refresh_token":"the-refresh-token"}"#))
        return try await world.signIn(
            by: IdentityProof(attempt: attempt.attempt, proof: .code("abc")))
    }

    /// The runtime's own loop may be at work on one, or have tried it before.
    private func revokeAll(_ world: IdentityWorld) async throws {
        let worker = world.server.auth.runtime.tokenRevocations
        try await eventually {
            world.server.clock.advance(.seconds(30))
            await worker.queue.workOff(worker.revoke)
            return try await world.server.auth.count("tokenRevocation") == 0
        }
    }

    private func revoked(_ world: IdentityWorld) -> [String] {
        world.provider.requests(to: "/revoke").map(\.body)
    }

    @Test func aDeletionHasTheGrantRevoked() async throws {
        try await IdentityWorld.running { world in
            let anna = try await signIn(world)
            #expect(try await !world.server.auth.store.holds("the-refresh-token"))
            _ = try await world.server.asOperator.deleteUser(
                DeleteUserRequest(user: .id(anna.session?.userID ?? "")))
            #expect(try await world.server.auth.count("tokenRevocation") == 1)
            world.provider.set("/revoke", IdentityProviderServer.Answer(""))
            try await revokeAll(world)
            #expect(revoked(world).count == 1)
            #expect(revoked(world)[0].contains("token=the-refresh-token&"))
        }
    }

    @Test func aProviderThatIsAwayIsAskedAgain() async throws {
        try await IdentityWorld.running { world in
            let anna = try await signIn(world)
            _ = try await world.link(["sub": #""b""#], to: anna.tokens, password: nil)
            try await world.unlink(from: anna.tokens, subject: "subject-1", password: nil)
            world.provider.setAway(true)
            let worker = world.server.auth.runtime.tokenRevocations
            await worker.queue.workOff(worker.revoke)
            await worker.queue.workOff(worker.revoke)
            try await eventually {
                try await world.server.auth.count("tokenRevocation", where: "attempts = 1") == 1
            }
            #expect(revoked(world).count == 1)
            // Also after a restart.
            try await world.server.stop()
            try await world.start()
            world.provider.setAway(false)
            world.provider.set("/revoke", IdentityProviderServer.Answer(""))
            try await revokeAll(world)
            #expect(revoked(world).count == 2)
        }
    }

    @Test func aProviderThatIsGoneIsGivenUpAfterThirtyDays() async throws {
        try await IdentityWorld.running { world in
            let anna = try await signIn(world)
            _ = try await world.server.asOperator.deleteUser(
                DeleteUserRequest(user: .id(anna.session?.userID ?? "")))
            try await world.server.stop()
            try await world.start { $0.identityProviders = [] }
            let worker = world.server.auth.runtime.tokenRevocations
            for _ in 0..<29 {
                world.server.clock.advance(.days(1))
                await worker.queue.workOff(worker.revoke)
            }
            #expect(try await world.server.auth.count("tokenRevocation") == 1)
            world.server.clock.advance(.days(1))
            try await revokeAll(world)
        }
    }
}
