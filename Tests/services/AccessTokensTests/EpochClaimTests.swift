import Synchronization
import Testing

@testable import AccessTokens

@Suite struct EpochClaimTests {
    @Test(arguments: [nil, 0, 1, 0x0123_4567_89ab_cdef, UInt64.max])
    func anEpochComesThrough(epoch: UInt64?) async throws {
        let issuer = try await Issuer()
        let claims = AccessTokenClaims(
            subject: issuer.userClaims().subject, issuedAt: issuer.clock.seconds,
            expiresAt: issuer.clock.seconds + 600, epoch: epoch)
        let token = try issuer.signer.token(for: claims)
        #expect(try await issuer.verifier.claims(of: token) == claims)
    }

    @Test(arguments: [
        "1", "\"\"", "\"1\"",
        "\"0123456789ABCDEF\"", "\"0123456789abcdeg\"", "\"+123456789abcdef\"",
        "\"00123456789abcdef\"", "true", "\" 123456789abcdef\"",
    ])
    func anEpochInAnotherFormIsRefused(text: String) async throws {
        let issuer = try await Issuer()
        #expect(await issuer.isRefused(try await issuer.sign(claims: issuer.claims(["ep": text]))))
        let sound = issuer.claims(["ep": "\"0123456789abcdef\""])
        #expect(await !issuer.isRefused(try await issuer.sign(claims: sound)))
    }

    @Test func whatElseIsAskedOfATokenIsAskedAtEveryCheck() async throws {
        let issuer = try await Issuer()
        let epoch = Epoch()
        let keys = SigningKeyCache(clock: issuer.clock.now) { [issuer.key.publicKey] }
        let verifier = AccessTokenVerifier(
            keys: keys, accepts: { $0.epoch == epoch.number }, clock: issuer.clock.now)
        let token = try issuer.signer.token(
            for: AccessTokenClaims(
                subject: issuer.userClaims().subject, issuedAt: issuer.clock.seconds,
                expiresAt: issuer.clock.seconds + 600, epoch: 1))
        _ = try await verifier.claims(of: token)
        epoch.set(2)
        await #expect(throws: AccessTokenVerifier.invalid) { try await verifier.claims(of: token) }
    }

    @Test(arguments: ["a\"b", "a\\b", "", "a\nb", "é", "x\",\"role\":\"admin"])
    func aServiceWhoseNameWouldNeedAnEscapeSequenceGetsNoToken(name: String) async throws {
        let issuer = try await Issuer()
        let claims = AccessTokenClaims(
            subject: .service(name), issuedAt: issuer.clock.seconds,
            expiresAt: issuer.clock.seconds + 600)
        #expect(throws: SigningKeyError.nameOfService) { try issuer.signer.token(for: claims) }
    }
}

private final class Epoch: Sendable {
    private let value = Mutex<UInt64>(1)
    var number: UInt64 { value.withLock { $0 } }
    func set(_ number: UInt64) { value.withLock { $0 = number } }
}
