import OpenIDConnect
import TestSupport
import Testing

@testable import Auth

@Suite struct IdentitiesTests {
    @Test func aProviderWithoutAButtonIsLogged() async throws {
        try await withAuth { server in
            try await server.stop()
            let configuration = try ProviderConfiguration(name: "google", clientIDs: ["app"])
            let pages = try LinkBase("https://door.example")
            try await server.start {
                $0.identityProviders = [IdentityProvider(configuration, clock: server.clock.now)]
                $0.pages = pages
            }
            try await eventually { server.log.text.contains("no secret") }
            #expect(server.log.text.contains("warning a provider has no secret"))
            #expect(server.log.text.contains("google"))
        }
    }
}
