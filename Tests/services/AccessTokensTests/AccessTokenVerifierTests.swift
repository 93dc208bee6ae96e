import RollcallRPC
import Testing

@testable import AccessTokens

@Suite struct AccessTokenVerifierTests {
    @Test func aGenuineTokenSaysWhoCalls() async throws {
        let issuer = try await Issuer()
        for isAdmin in [false, true] {
            let claims = issuer.userClaims(isAdmin: isAdmin)
            let token = try issuer.signer.token(for: claims)
            #expect(try await issuer.verifier.claims(of: token) == claims)
            #expect(
                claims.caller
                    == .user(
                        UserIdentity(
                            userID: Issuer.userID, sessionID: Issuer.sessionID, isAdmin: isAdmin,
                            expiresAt: claims.expiresAt)))
        }
    }

    @Test func aServiceTokenNamesTheService() async throws {
        let issuer = try await Issuer()
        let claims = AccessTokenClaims(
            subject: .service("auth"), issuedAt: issuer.clock.seconds,
            expiresAt: issuer.clock.seconds + 300)
        let token = try issuer.signer.token(for: claims)
        #expect(try await issuer.verifier.claims(of: token).caller == .service("auth"))
    }

    @Test func aTokenEndsWhenItSaysSoThoughItWasVerifiedBefore() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.userToken()
        issuer.clock.advance(.seconds(604))
        #expect(await !issuer.isRefused(token))
        issuer.clock.advance(.seconds(1))
        #expect(await issuer.isRefused(token))
    }

    @Test func aTokenFromTheFutureIsRefusedBeyondTheLeeway() async throws {
        let issuer = try await Issuer()
        for (ahead, isRefused) in [(60, false), (61, true), (1_000_000_000, true)] {
            let issuedAt = issuer.clock.seconds + Int64(ahead)
            let token = try await issuer.sign(
                claims: issuer.claims(["iat": "\(issuedAt)", "exp": "\(issuedAt + 600)"]))
            #expect(await issuer.isRefused(token) == isRefused)
        }
    }

    @Test func everyTruncationAndExtensionIsRefused() async throws {
        let issuer = try await Issuer()
        let token = try await issuer.userToken()
        for length in 0..<token.count {
            #expect(await issuer.isRefused(String(token.prefix(length))))
        }
        for end in ["A", ".", "=", "==", " ", "\n", ".AAAA"] {
            #expect(await issuer.isRefused(token + end))
        }
    }

    @Test func everyBitFlipIsRefused() async throws {
        let issuer = try await Issuer()
        let token = Array(try await issuer.userToken().utf8)
        for index in token.indices {
            for bit in 0..<7 {
                var flipped = token
                flipped[index] ^= 1 << bit
                #expect(await issuer.isRefused(String(decoding: flipped, as: UTF8.self)))
            }
        }
    }

    @Test func aTokenOfAnotherDeploymentIsRefused() async throws {
        let (issuer, other) = try await (Issuer(), Issuer())
        #expect(await issuer.isRefused(try await other.userToken()))
    }
}
