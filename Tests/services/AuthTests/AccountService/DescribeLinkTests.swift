import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct DescribeLinkTests {
    private func describe(_ world: AuthServer, _ link: String?) async throws -> DescribeLinkResponse
    {
        try await world.auth.account.describeLink(DescribeLinkRequest(linkToken: link ?? ""))
    }

    @Test func lookingAtALinkAHundredTimesUsesNothing() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            _ = try await world.requestReset()
            let verification = try await world.newest(.verifyAddress)
            let reset = try await world.newest(.resetPassword)
            for _ in 0..<100 {
                let first = try await describe(world, verification.linkToken)
                #expect(first.purpose == .verifyAddress)
                #expect(first.expiresAtMs == world.clock.now() + 3_600_000)
                #expect(try await describe(world, reset.linkToken).purpose == .resetPassword)
            }
            #expect(await world.verify(verification.code, tokens) == nil)
            #expect(await world.reset(link: reset.linkToken) == nil)
            let error = await failure { try await describe(world, verification.linkToken) }
            #expect(error?.reasons == [.linkInvalid])
        }
    }

    @Test func whatIsNoLinkIsRefused() async throws {
        try await withAuth { world in
            let tokens = try await world.client.signUp(.anna()).tokens
            let forged = try OpaqueToken(kind: .link, id: Array(repeating: 1, count: 16)).text
            for text in [nil, "x", "rcl1_", forged, tokens?.refreshToken, tokens?.accessToken] {
                let error = await failure { try await describe(world, text) }
                #expect(error?.code == .notFound && error?.reasons == [.linkInvalid])
            }
        }
    }
}
