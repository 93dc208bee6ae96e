import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct FollowLinkTests {
    @Test func ofTwoTabsWithOneLinkOneWins() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let link = try await world.newest(.verifyAddress).linkToken
            let errors = await withTaskGroup { group in
                for _ in 0..<20 { group.addTask { await world.follow(link) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.allSatisfy { $0 == nil || $0?.reasons == [.linkInvalid] })
        }
    }

    @Test func aForgedLinkOfAnOpenChallengeIsRefused() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            let text = try #require(try await world.newest(.verifyAddress).linkToken)
            let link = try #require(OpaqueToken(text, kind: .link))
            let forged = try OpaqueToken(kind: .link, id: link.id)
            #expect(await world.follow(forged.text)?.reasons == [.linkInvalid])
            #expect(await world.follow(text) == nil)
        }
    }
}
