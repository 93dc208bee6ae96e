import RollcallAPI
import RollcallCrypto
import RollcallRPC
import TestSupport
import Testing

@testable import AccessTokens

@Suite struct TokenVerifierTests {
    @Test func aGenuineTokenSaysWhoCalls() async throws {
        try await withVerifier { world in
            let session = try world.session()
            let caller = try await world.verifier.verify(world.token(of: session))
            guard case .user(let identity) = caller else {
                Issue.record("no user")
                return
            }
            #expect(identity.sessionID == session.description)
            #expect(identity.userID == Issuer.userID)
        }
    }

    @Test func beforeRevocationsAreKnownEveryCallIsRefused() async throws {
        try await withVerifier(auth: .isSilent) { world in
            try await eventually { world.auth.cursors.count == 1 }
            for token in [try await world.token(of: world.session()), "", "nonsense"] {
                let refusal = try await world.refusal(of: token)
                #expect(refusal?.0 == .unavailable)
            }
            #expect(world.verifier.health == .starting)
            world.auth.sayNothingNew()
            try await world.isCurrent()
            let isTaken = try await world.isTaken(world.token(of: world.session()))
            #expect(isTaken)
        }
    }

    @Test func aRevokedSessionIsRefusedThoughItsTokenWasVerifiedBefore() async throws {
        try await withVerifier { world in
            let (session, other) = (try world.session(), try world.session())
            let (token, good) = (
                try await world.token(of: session), try await world.token(of: other)
            )
            for _ in 0..<3 {
                let areTaken = try await (world.isTaken(token), world.isTaken(good))
                #expect(areTaken == (true, true))
            }
            world.auth.revoke([session])
            try await eventually { try await !world.isTaken(token) }
            for _ in 0..<3 {
                let refusal = try await world.refusal(of: token)
                #expect(refusal?.0 == .unauthenticated)
                #expect(refusal?.1 == [.sessionEnded])
            }
            let isTaken = try await world.isTaken(good)
            #expect(isTaken)
        }
    }

    @Test func aTokenThatComesAfterTheRevocationIsRefusedToo() async throws {
        try await withVerifier { world in
            let session = try world.session()
            world.auth.revoke([session])
            try await eventually { world.heard.ended.withLock { !$0.isEmpty } }
            let refusal = try await world.refusal(of: world.token(of: session))
            #expect(refusal?.1 == [.sessionEnded])
        }
    }

    @Test func aTokenOfAnotherEpochIsRefused() async throws {
        try await withVerifier { world in
            for epoch in [0, 2, nil] as [UInt64?] {
                let token = try await world.token(of: world.session(), epoch: epoch)
                let refusal = try await world.refusal(of: token)
                #expect(refusal?.0 == .unauthenticated)
                #expect(refusal?.1 == [.accessTokenInvalid])
            }
        }
    }

    @Test func aNewEpochEndsEveryTokenOfBefore() async throws {
        try await withVerifier { world in
            let session = try world.session()
            let token = try await world.token(of: session)
            let isTaken = try await world.isTaken(token)
            #expect(isTaken)
            world.auth.beginEpoch()
            try await eventually { try await !world.isTaken(token) }
            let refusal = try await world.refusal(of: token)
            #expect(refusal?.1 == [.accessTokenInvalid])
            let next = try await world.isTaken(world.token(of: session, epoch: 2))
            #expect(next)
            #expect(world.heard.ended.withLock { $0 } == [.all])
        }
    }

    @Test func aServicesTokenIsOfNoEpoch() async throws {
        try await withVerifier { world in
            let claims = world.issuer.claims(["sub": #""service:auth""#, "role": #""service""#])
                .replacing("\"sid\"", with: "\"x\"")
            let caller = try await world.verifier.verify(world.issuer.sign(claims: claims))
            #expect(caller == .service("auth"))
        }
    }

    @Test func aKeyIDIsAnEntryOfATableAndNothingElse() async throws {
        try await withVerifier { world in
            let genuine = world.issuer.key.publicKey.keyID
            let ids = [
                "", ".", "/", "../\(genuine)", "\(genuine)/", "\(genuine)%00", genuine.uppercased(),
                "/dev/null", "file:///etc/passwd", "http://127.0.0.1/", "' OR '1'='1", "*",
                String(genuine.dropLast()), genuine + genuine,
            ]
            for id in ids {
                let header = #"{"alg":"ES256","kid":"\#(id)"}"#
                let token = try await world.issuer.sign(
                    header: header, claims: world.issuer.claims(["ep": #""0000000000000001""#]))
                let refusal = try await world.refusal(of: token)
                #expect(refusal?.1 == [.accessTokenInvalid])
            }
            // Asked once for all of them, and nobody else was.
            #expect(world.auth.keyFetches <= 2)
        }
    }

    @Test func aPushedRotationIsFetchedAtOnce() async throws {
        try await withVerifier { world in
            let (old, new) = (world.issuer, try await Issuer())
            let token = try await world.token(of: world.session())
            let isTaken = try await world.isTaken(token)
            #expect(isTaken)
            try await eventually { world.auth.keyFetches > 0 }
            let fetches = world.auth.keyFetches
            // Within the second in which an unknown key would not be asked for again.
            world.auth.setKeys([old.key.publicKey, new.key.publicKey])
            try await eventually { world.auth.keyFetches > fetches }
            let claims = new.claims([
                "sid": "\"\(try world.session())\"", "ep": #""0000000000000001""#,
            ])
            let next = try await new.sign(claims: claims)
            try await eventually { try await world.isTaken(next) }
            // The old one is withdrawn: its tokens end, though they were verified before.
            world.auth.setKeys([new.key.publicKey])
            try await eventually { try await !world.isTaken(token) }
            let refusal = try await world.refusal(of: token)
            #expect(refusal?.1 == [.accessTokenInvalid])
        }
    }

    @Test func whoeverAsksIsToldWhichSessionsHaveEnded() async throws {
        try await withVerifier { world in
            let sessions = try (0..<3).map { _ in try world.session() }
            world.auth.revoke(Array(sessions[..<2]))
            world.auth.revoke([sessions[2]])
            try await eventually { world.heard.ended.withLock { $0.count } == 2 }
            let told = world.heard.ended.withLock { $0 }
            #expect(told.first == .sessions(sessions[..<2].map(\.description)))
            #expect(told.last == .sessions([sessions[2].description]))
        }
    }
}
