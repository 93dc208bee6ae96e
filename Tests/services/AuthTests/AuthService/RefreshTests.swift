import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Testing

@testable import Auth

@Suite struct RefreshTests {
    private func refresh(_ world: AuthServer, _ token: String) async throws -> Tokens {
        let response = try await world.client.refresh(RefreshRequest(refreshToken: token))
        return try #require(response.tokens)
    }

    private func refusal(_ world: AuthServer, _ token: String) async throws -> Reason? {
        let error = await failure { try await refresh(world, token) }
        if let error { #expect(error.code == .unauthenticated) }
        return error?.reasons.first
    }

    private func signedUp(_ world: AuthServer) async throws -> Tokens {
        try #require(try await world.client.signUp(.anna()).tokens)
    }

    @Test func aRefreshTokenIsExchangedForANewPair() async throws {
        try await withAuth { world in
            var tokens = try await signedUp(world)
            for _ in 0..<5 {
                world.clock.advance(.seconds(600))
                let next = try await refresh(world, tokens.refreshToken)
                #expect(next.refreshToken != tokens.refreshToken)
                #expect(next.accessTokenExpiresAtMs == world.clock.now() + 600_000)
                _ = try await world.client.getSession(GetSessionRequest(), options: .bearer(next))
                tokens = next
            }
        }
    }

    @Test func aLostReplyIsGivenAgain() async throws {
        try await withAuth { world in
            let first = try await signedUp(world).refreshToken
            let second = try await refresh(world, first).refreshToken
            #expect(try await refresh(world, first).refreshToken == second)
            // Killed between the commit and the reply.
            try await world.stop()
            try await world.start()
            world.clock.advance(.seconds(59))
            #expect(try await refresh(world, first).refreshToken == second)
            _ = try await refresh(world, second)
        }
    }

    @Test func aLostReplyIsAnsweredAfterTwentyDays() async throws {
        try await withAuth { world in
            let first = try await signedUp(world).refreshToken
            let lost = try await refresh(world, first).refreshToken
            for _ in 0..<3 {
                world.clock.advance(.days(20))
                let again = try await refresh(world, first).refreshToken
                #expect(again != lost)
                #expect(try await refresh(world, first).refreshToken == again)
            }
            let last = try await refresh(world, first).refreshToken
            _ = try await refresh(world, last)
        }
    }

    @Test(arguments: [0, 3600])
    func aHundredExchangesAtOnceHaveOneSuccessor(secondsAfterALostReply: Int) async throws {
        try await withAuth { world in
            let (client, token) = (world.client, try await signedUp(world).refreshToken)
            if secondsAfterALostReply > 0 {
                _ = try await refresh(world, token)
                world.clock.advance(.seconds(secondsAfterALostReply))
            }
            let successors = try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await client.refresh(RefreshRequest(refreshToken: token)).tokens?
                            .refreshToken
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(successors.count == 1)
            _ = try await refresh(world, #require(successors.first ?? nil))
        }
    }

    @Test func aSpentRefreshTokenEndsTheSession() async throws {
        try await withAuth { world in
            let tokens = try await signedUp(world)
            let second = try await refresh(world, tokens.refreshToken).refreshToken
            let third = try await refresh(world, second)
            #expect(try await refusal(world, tokens.refreshToken) == .refreshTokenReused)
            for token in [tokens.refreshToken, second, third.refreshToken] {
                #expect(try await refusal(world, token) == .sessionEnded)
            }
            let error = await failure {
                try await world.client.getSession(GetSessionRequest(), options: .bearer(third))
            }
            #expect(error?.reasons == [.sessionEnded])
            #expect(world.log.text.contains("a spent refresh token came back"))
            let ended = try await world.auth.count("session", where: "endReason = 'tokenReused'")
            #expect(ended == 1)
        }
    }

    @Test func aDisplacedSuccessorEndsTheSession() async throws {
        try await withAuth { world in
            let first = try await signedUp(world).refreshToken
            let displaced = try await refresh(world, first).refreshToken
            world.clock.advance(.seconds(60))
            let second = try await refresh(world, first).refreshToken
            #expect(second != displaced)
            #expect(try await refusal(world, displaced) == .refreshTokenReused)
            #expect(try await refusal(world, second) == .sessionEnded)
        }
    }

    /// The thief gets the same answer as the owner, and the exchange after it reveals two holders.
    @Test func aThiefInsideTheRetryWindowIsFoundAtTheNextExchange() async throws {
        try await withAuth { world in
            let stolen = try await signedUp(world).refreshToken
            let owners = try await refresh(world, stolen).refreshToken
            world.clock.advance(.seconds(30))
            let thiefs = try await refresh(world, stolen).refreshToken
            #expect(thiefs == owners)
            world.clock.advance(.seconds(570))
            let next = try await refresh(world, owners).refreshToken
            world.clock.advance(.seconds(300))
            #expect(try await refresh(world, thiefs).refreshToken != next)
            #expect(try await refusal(world, next) == .refreshTokenReused)
        }
    }

    /// One who holds the token before the newest, and always asks with that.
    @Test func aThiefWhoStaysOneStepBehindIsFound() async throws {
        try await withAuth { world in
            let stolen = try await signedUp(world).refreshToken
            let owners = try await refresh(world, stolen).refreshToken
            world.clock.advance(.seconds(100))
            let thiefs = try await refresh(world, stolen).refreshToken
            world.clock.advance(.seconds(100))
            #expect(try await refusal(world, owners) == .refreshTokenReused)
            #expect(try await refusal(world, thiefs) == .sessionEnded)
        }
    }

    @Test func anotherSessionOfTheAccountGoesOn() async throws {
        try await withAuth { world in
            let first = try await signedUp(world).refreshToken
            let other = try await world.client.signIn(
                SignInRequest(email: "anna@example.com", password: "correct horse"))
            let second = try await refresh(world, first).refreshToken
            _ = try await refresh(world, second)
            #expect(try await refusal(world, first) == .refreshTokenReused)
            _ = try await refresh(world, #require(other.tokens?.refreshToken))
        }
    }

    @Test func everyTruncationAndBitFlipIsRefusedAndEndsNothing() async throws {
        try await withAuth { world in
            let token = try await signedUp(world).refreshToken
            let bytes = Array(token.utf8)
            var forgeries = bytes.indices.map { String(token.prefix($0)) }
            for index in bytes.indices {
                for bit in 0..<7 {
                    var flipped = bytes
                    flipped[index] ^= 1 << bit
                    forgeries.append(String(decoding: flipped, as: UTF8.self))
                }
            }
            forgeries += [token + "A", token + "=", " " + token, token + "\n"]
            forgeries += [String(repeating: "A", count: 1_000_000)]
            for forgery in forgeries {
                let error = await failure {
                    try await world.auth.runtime.handler.refresh(
                        RefreshRequest(refreshToken: forgery), context: CallContext(method: "test"))
                }
                #expect(error?.reasons == [.refreshTokenInvalid])
            }
            _ = try await refresh(world, token)
        }
    }

    /// A caller who knows a session's id, and no token of it, cannot end the session.
    @Test func aGuessedSecretEndsNothing() async throws {
        try await withAuth { world in
            let response = try await world.client.signUp(.anna())
            let token = try #require(response.tokens?.refreshToken)
            let id = try #require(UUIDv7(response.session?.sessionID ?? ""))
            for _ in 0..<50 {
                let guess = try OpaqueToken(kind: .refresh, id: id.bytes)
                #expect(try await refusal(world, guess.text) == .refreshTokenInvalid)
            }
            let unknown = try OpaqueToken(
                kind: .refresh, id: UUIDv7Generator(clock: world.clock.now).next().bytes)
            #expect(try await refusal(world, unknown.text) == .refreshTokenInvalid)
            let other = OpaqueToken.Kind(prefix: "rcx1_")
            let confused = try OpaqueToken(kind: other, id: id.bytes)
            #expect(try await refusal(world, confused.text) == .refreshTokenInvalid)
            _ = try await refresh(world, token)
        }
    }

    @Test func aSessionThatIsNotRefreshedEndsAfterThirtyDays() async throws {
        try await withAuth { world in
            var token = try await signedUp(world).refreshToken
            world.clock.advance(.days(30) - .seconds(1))
            token = try await refresh(world, token).refreshToken
            world.clock.advance(.days(30))
            #expect(try await refusal(world, token) == .sessionEnded)
        }
    }

    @Test func aSessionEndsAfterAYearHoweverOftenItIsRefreshed() async throws {
        try await withAuth { world in
            var tokens = try await signedUp(world)
            for _ in 0..<14 {
                world.clock.advance(.days(26))
                tokens = try await refresh(world, tokens.refreshToken)
            }
            world.clock.advance(.days(1) - .seconds(300))
            tokens = try await refresh(world, tokens.refreshToken)
            #expect(tokens.accessTokenExpiresAtMs == world.clock.now() + 300_000)
            world.clock.advance(.seconds(300))
            #expect(try await refusal(world, tokens.refreshToken) == .sessionEnded)
        }
    }

    @Test func aClockThatIsSetBackEndsNothing() async throws {
        try await withAuth { world in
            var token = try await signedUp(world).refreshToken
            for _ in 0..<3 {
                world.clock.advance(.seconds(-3600))
                token = try await refresh(world, token).refreshToken
            }
        }
    }
}
