import RollcallAPI
import RollcallRPC
import Testing

@testable import Auth

@Suite struct ListIdentitiesTests {
    @Test func itListsTheOwnIdentitiesAlone() async throws {
        try await IdentityWorld.running { world in
            let anna = try await world.signIn()
            _ = try await world.signIn(["sub": #""ben""#, "email": #""ben@example.com""#])
            let identities = try await world.identities(anna.tokens)
            #expect(identities.map(\.subject) == ["subject-1"])
            #expect(identities.map(\.email) == ["anna@example.com"])
            #expect(identities.map(\.lastUsedAtMs) == [world.server.clock.now()])
            let stranger = await failure { try await world.identities(nil) }
            #expect(stranger?.code == .unauthenticated)
        }
    }

    @Test func anIdentityOfAProviderThatIsGoneIsNamedByItsIssuer() async throws {
        try await IdentityWorld.running { world in
            let anna = try await world.signIn()
            try await world.server.stop()
            try await world.start { $0.identityProviders = [] }
            #expect(
                try await world.identities(anna.tokens).map(\.provider) == [world.provider.issuer])
        }
    }
}
