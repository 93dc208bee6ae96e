import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct StartIdentityTests {
    @Test func anAttemptHasANonceAndLastsTenMinutes() async throws {
        try await IdentityWorld.running { world in
            let first = try await world.begin()
            #expect(first.expiresAtMs == world.server.clock.now() + 600_000)
            #expect(first.nonceSha256 == SHA256Digest(of: first.nonce.utf8).description)
            #expect(first.authorizationURL.isEmpty)
            let second = try await world.begin()
            #expect(first.attempt != second.attempt && first.nonce != second.nonce)
            // Nobody fills a table.
            #expect(try await world.server.auth.count("usedAttempt") == 0)
        }
    }

    @Test(arguments: [(IdentityWay.page, "callback"), (.app, "app")])
    func aBrowserComesBackToThePagesOfTheDeployment(way: IdentityWay, page: String) async throws {
        try await IdentityWorld.running { world in
            let attempt = try await world.begin(way)
            let url = attempt.authorizationURL
            #expect(url.hasPrefix(world.provider.issuer + "/authorize?"))
            #expect(url.contains("redirect_uri=https%3A%2F%2Fdoor.example%2Fmock%2F\(page)&"))
            #expect(url.contains("state=\(attempt.state)&nonce=\(attempt.nonce)&"))
        }
    }

    @Test func whatIsNotOfferedIsRefused() async throws {
        try await IdentityWorld.running({ $0.pages = nil }) { world in
            let unknown = await failure {
                try await world.client.startIdentity(StartIdentityRequest(provider: "other"))
            }
            #expect(unknown?.code == .notFound && unknown?.reasons == [.providerNotFound])
            let page = await failure { try await world.begin(.page) }
            #expect(page?.code == .failedPrecondition && page?.reasons == [.signInWayOff])
            _ = try await world.begin()
        }
    }

    @Test func aProviderThatIsAwayHasNoURL() async throws {
        try await IdentityWorld.running { world in
            world.provider.setAway(true)
            let error = await failure { try await world.begin(.page) }
            #expect(error?.code == .unavailable && error?.reasons == [.providerUnavailable])
            // An app needs none to begin.
            _ = try await world.begin()
        }
    }
}
