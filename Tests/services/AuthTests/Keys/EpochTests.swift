import AccessTokens
import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import Testing

@testable import Auth

@Suite(.onEachEngine) struct EpochTests {
    /// A token of the session, signed now with the genuine key, in whatever epoch.
    private func tokens(
        _ session: Session?, epoch: UInt64?, _ world: AuthServer
    ) throws -> Tokens {
        let now = world.clock.now() / 1000
        let claims = AccessTokenClaims(
            subject: .user(
                userID: session?.userID ?? "", sessionID: session?.sessionID ?? "", isAdmin: false),
            issuedAt: now, expiresAt: now + 600, epoch: epoch)
        let token = try world.auth.runtime.rotation.ring.signer.token(for: claims)
        return Tokens(accessToken: token)
    }

    @Test func aTokenOfAnotherEpochOrOfNoneIsRefused() async throws {
        try await withAuth { world in
            let session = try await world.client.signUp(.anna()).session
            let epoch = try #require(world.auth.store.feed.epoch)
            for (number, isGood) in [(epoch, true), (epoch &+ 1, false), (nil, false)] {
                let options = try CallOptions.bearer(tokens(session, epoch: number, world))
                let error = await failure {
                    try await world.client.getSession(GetSessionRequest(), options: options)
                }
                #expect(error?.reasons == (isGood ? nil : [.accessTokenInvalid]))
            }
        }
    }

    @Test func twoDeploymentsHaveDifferentEpochs() async throws {
        try await withAuth { first in
            try await withAuth { second in
                #expect(first.auth.store.feed.epoch != second.auth.store.feed.epoch)
            }
        }
    }
}
