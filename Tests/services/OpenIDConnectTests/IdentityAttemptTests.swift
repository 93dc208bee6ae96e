import RollcallCrypto
import TestSupport
import Testing

@testable import OpenIDConnect

@Suite struct IdentityAttemptTests {
    private let clock = TestClock()
    private let attempts: IdentityAttempts

    init() throws {
        attempts = try IdentityAttempts(secret: Secret([UInt8](repeating: 7, count: 32)))
    }

    private func start(_ name: String = "google") throws -> IdentityAttempt {
        try attempts.start(with: name, by: .page, at: clock.now(), random: .system)
    }

    @Test func anAttemptIsKnownAgainByItsToken() throws {
        let attempt = try start()
        let again = try #require(try attempts.attempt(attempt.token, at: clock.now()))
        #expect(again.provider == "google")
        #expect(again.route == .page)
        #expect(again.nonce == attempt.nonce)
        #expect(again.state == attempt.state)
        #expect(again.codeVerifier == attempt.codeVerifier)
        #expect(again.digest == attempt.digest)
        #expect(again.expiresAt == clock.now() + 600_000)
    }

    @Test func noTwoAttemptsHaveAnythingInCommon() throws {
        let attempts = try (0..<100).map { _ in try start() }
        let texts = attempts.flatMap { [$0.token, $0.nonce, $0.state, $0.codeVerifier] }
        #expect(Set(texts).count == 400)
        // RFC 7636 §4.1.
        #expect(attempts.allSatisfy { $0.codeVerifier.utf8.count == 43 })
    }

    @Test func anAttemptLastsTenMinutes() throws {
        let token = try start().token
        clock.advance(599_999)
        #expect(try attempts.attempt(token, at: clock.now()) != nil)
        clock.advance(1)
        #expect(try attempts.attempt(token, at: clock.now()) == nil)
    }

    @Test func aTokenThatWasChangedIsNone() throws {
        let token = try start().token
        for count in 0..<token.utf8.count {
            #expect(try attempts.attempt(String(token.prefix(count)), at: clock.now()) == nil)
        }
        let bytes = try #require(Base64.url.decode(token.dropFirst(5)))
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                let text = "rca1_" + Base64.url.encode(changed)
                #expect(try attempts.attempt(text, at: clock.now()) == nil)
            }
        }
        let others = try IdentityAttempts(secret: Secret([UInt8](repeating: 8, count: 32)))
        #expect(try others.attempt(token, at: clock.now()) == nil)
        #expect(try attempts.attempt(token + "A", at: clock.now()) == nil)
        #expect(try attempts.attempt(String(repeating: "x", count: 1_000_000), at: 0) == nil)
    }
}
