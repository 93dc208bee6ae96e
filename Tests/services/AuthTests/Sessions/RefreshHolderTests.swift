import RollcallAPI
import RollcallRPC
import TestPostgreSQL
import TestSupport
import Testing

@testable import Auth

/// Those who hold a session's tokens and each only know the newest that they were given: an owner
/// alone, and an owner with a thief.
@Suite(.onEachEngine) struct RefreshHolderTests {
    /// Exchanges the newest token that it has. A reply that is lost leaves it with that.
    private struct Holder {
        var token: String

        /// - Returns: whether the reply arrived.
        mutating func exchange(
            _ world: AuthServer, losing lossPercent: Int, _ chance: inout TestNumbers
        ) async throws -> Bool {
            let response = try await world.client.refresh(RefreshRequest(refreshToken: token))
            guard Int.random(in: 0..<100, using: &chance) >= lossPercent else { return false }
            token = try #require(response.tokens?.refreshToken)
            return true
        }
    }

    private func signedIn(_ world: AuthServer) async throws -> Holder {
        let response = try await world.client.signIn(
            SignInRequest(email: "anna@example.com", password: "correct horse"))
        return Holder(token: try #require(response.tokens?.refreshToken))
    }

    @Test(arguments: 0..<2)
    func anOwnerAloneIsNeverSignedOutHoweverManyRepliesAreLost(seed: UInt64) async throws {
        try await withAuth { world in
            var chance = TestNumbers(seed: seed)
            _ = try await world.client.signUp(.anna())
            for lossPercent in [30, 90, 99] {
                var owner = try await signedIn(world)
                for _ in 0..<100 {
                    let pauses = [0, 1, 59, 60, 600, 86_400, -3600]
                    world.clock.advance(.seconds(pauses.randomElement(using: &chance) ?? 0))
                    _ = try await owner.exchange(world, losing: lossPercent, &chance)
                }
                _ = try await owner.exchange(world, losing: 0, &chance)
            }
        }
    }

    /// Each time that one is given a new token, the token of the other stops counting: if both come
    /// with more than the retry window between them, the one who comes back first is found out.
    @Test(arguments: 0..<4)
    func whoeverSharesALineageIsFoundOut(seed: UInt64) async throws {
        try await withAuth { world in
            var chance = TestNumbers(seed: seed)
            _ = try await world.client.signUp(.anna())
            for _ in 0..<8 {
                let owner = try await ownerWithAPast(world, &chance)
                var holders = [owner, owner]
                // Who was given a token after the theft, and has not been outrun since.
                var newest: Int?
                var isOutrun = [false, false]
                var isFound = false
                for _ in 0..<200 where !isFound {
                    world.clock.advance(.seconds(Int.random(in: 61...2000, using: &chance)))
                    let index = Int.random(in: 0...1, using: &chance)
                    do {
                        let arrived = try await holders[index].exchange(
                            world, losing: 30, &chance)
                        #expect(!isOutrun[index], "an outrun holder was given a token")
                        if newest == 1 - index { isOutrun[1 - index] = true }
                        if arrived { newest = index }
                    } catch let error as RPCError {
                        #expect(error.reasons == [.refreshTokenReused])
                        isFound = true
                    }
                }
                #expect(isFound)
                for var holder in holders {
                    let error = await failure {
                        try await holder.exchange(world, losing: 0, &chance)
                    }
                    #expect(error?.reasons == [.sessionEnded])
                }
            }
        }
    }

    /// An owner who has exchanged a few tokens, and may have lost the last reply.
    private func ownerWithAPast(
        _ world: AuthServer, _ chance: inout TestNumbers
    ) async throws -> Holder {
        var owner = try await signedIn(world)
        for _ in 0..<Int.random(in: 0...4, using: &chance) {
            world.clock.advance(.seconds(600))
            _ = try await owner.exchange(world, losing: 30, &chance)
        }
        return owner
    }
}
