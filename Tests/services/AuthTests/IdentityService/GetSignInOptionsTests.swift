import RollcallAPI
import Testing

@testable import Auth

@Suite struct GetSignInOptionsTests {
    @Test func theProvidersAreListedWithWhatTheyOffer() async throws {
        try await IdentityWorld.running { world in
            let options = try await world.client.getSignInOptions(GetSignInOptionsRequest())
            #expect(
                options.providers == [
                    IdentityProvider(name: "mock", title: "Mock", hasAuthorizationURL: true)
                ])
        }
        try await IdentityWorld.running({ $0.pages = nil }) { world in
            let options = try await world.client.getSignInOptions(GetSignInOptionsRequest())
            #expect(options.providers.map(\.hasAuthorizationURL) == [false])
        }
    }

    @Test func otherWaysAreShownAsTheyAreConfigured() async throws {
        try await IdentityWorld.running { world in
            let options = try await world.client.getSignInOptions(GetSignInOptionsRequest())
            #expect(!options.mailsCodes && !options.hasPasskeys && options.hasAnonymousAccounts)
        }
        try await IdentityWorld.running({
            $0.mailsSignInCodes = true
            $0.allowsAnonymousAccounts = false
        }) { world in
            let options = try await world.client.getSignInOptions(GetSignInOptionsRequest())
            #expect(options.mailsCodes && !options.hasAnonymousAccounts)
        }
    }

    @Test func aDeploymentWithoutProvidersListsNone() async throws {
        try await IdentityWorld.running({ $0.identityProviders = [] }) { world in
            let options = try await world.client.getSignInOptions(GetSignInOptionsRequest())
            #expect(options.providers.isEmpty)
        }
    }
}
