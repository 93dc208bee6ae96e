import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage
import Testing

@testable import Auth

/// Refresh tokens in the wrong hands.
@Suite struct StolenTokenTests {
    private func refresh(_ world: AuthServer, _ token: String?) async throws -> String {
        let request = RefreshRequest(refreshToken: token ?? "")
        return try #require(try await world.client.refresh(request).tokens?.refreshToken)
    }

    private func refusal(_ world: AuthServer, _ token: String) async throws -> Reason? {
        await failure { try await refresh(world, token) }?.reasons.first
    }

    @Test func aSpentRefreshTokenEndsTheSessionAndTellsItsOwner() async throws {
        try await withAuth { world in
            let signedUp = try await world.client.signUp(.anna())
            try await world.verifyAllAddresses()
            let stream = try await world.follow()
            _ = try await stream.next()
            let first = try #require(signedUp.tokens?.refreshToken)
            let third = try await refresh(world, refresh(world, first))
            #expect(try await refusal(world, first) == .refreshTokenReused)
            #expect(try await refusal(world, third) == .sessionEnded)
            let told = try #require(try await stream.nextNews())
            let id = try #require(UUIDv7(signedUp.session?.sessionID ?? ""))
            #expect(told.sessionIDs == [id.bytes])
            stream.cancel()
            let mail = try await world.auth.store.all(
                Query<String>(
                    """
                    SELECT kind || ' ' || recipient || ' ' || variables FROM mail
                    WHERE kind <> 'verifyAddress'
                    """))
            #expect(mail == [#"sessionStolen anna@example.com {"device":"Anna's phone"}"#])
        }
    }

    /// However often the thief has exchanged it since.
    @Test func aThiefWhoExchangesTwoHundredTimesIsStillFound() async throws {
        try await withAuth { world in
            let owners = try #require(try await world.client.signUp(.anna()).tokens?.refreshToken)
            var thiefs = owners
            for _ in 0..<200 { thiefs = try await refresh(world, thiefs) }
            #expect(try await refusal(world, owners) == .refreshTokenReused)
            #expect(try await refusal(world, thiefs) == .sessionEnded)
        }
    }

    @Test func aRefreshTokenBelongsToItsOwnSession() async throws {
        try await withAuth { world in
            let tokens = try await (
                world.client.signUp(.anna()).tokens, world.signIn().tokens
            )
            let opaque = try [tokens.0, tokens.1].map {
                try #require(OpaqueToken($0?.refreshToken ?? "", kind: .refresh))
            }
            for (id, secret) in [(0, 1), (1, 0)] {
                let spliced = OpaqueToken(
                    kind: .refresh, id: opaque[id].id, secret: opaque[secret].secret)
                #expect(try await refusal(world, spliced.text) == .refreshTokenInvalid)
            }
            _ = try await refresh(world, tokens.0?.refreshToken)
            _ = try await refresh(world, tokens.1?.refreshToken)
        }
    }

    @Test func keysAndParametersThatChangeInTheMiddleOfASignInLoseNobody() async throws {
        try await withAuth { world in
            _ = try await world.client.signUp(.anna())
            try await world.stop()
            try await world.start(hasher: .cheap(kibibytes: 16))
            let rotation = world.auth.runtime.rotation
            let signIns = (0..<12).map { _ in Task { try await world.signIn().tokens } }
            for _ in 0..<3 { _ = try await rotation.rotate(isWithdrawing: false) }
            for signIn in signIns {
                let tokens = try await signIn.value
                _ = try await world.client.getSession(
                    GetSessionRequest(), options: .bearer(tokens))
                _ = try await refresh(world, tokens?.refreshToken)
            }
        }
    }
}
