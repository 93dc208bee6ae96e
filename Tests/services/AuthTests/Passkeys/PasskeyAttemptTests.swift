import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct PasskeyAttemptTests {
    private let clock = TestClock()
    private let account = UUIDv7Generator { 1_800_000_000_000 }

    private func attempts(secret: UInt8 = 7) -> PasskeyAttempts {
        PasskeyAttempts(
            secret: Secret([UInt8](repeating: secret, count: 32)), random: .system,
            clock: clock.now)
    }

    private func purposes() throws -> [PasskeyAttempt.Purpose] {
        [.signIn, .registration(of: try account.next())]
    }

    @Test func anAttemptIsReadFromItsTextUntilItExpires() throws {
        for purpose in try purposes() {
            let attempt = try attempts().begin(purpose)
            #expect(attempt.challenge.count == 32)
            #expect(try attempts().attempt(attempt.text) == attempt)
            clock.advance(PasskeyAttempt.lifetime - .milliseconds(1))
            #expect(try attempts().attempt(attempt.text) == attempt)
            clock.advance(.milliseconds(1))
            #expect(try attempts().attempt(attempt.text) == nil)
        }
    }

    @Test func anAttemptOfTheFutureIsNone() throws {
        let attempt = try attempts().begin(.signIn)
        clock.set(by: .seconds(-3600))
        #expect(try attempts().attempt(attempt.text) == nil)
    }

    @Test func noTwoAttemptsHaveTheSameChallenge() throws {
        let all = try (0..<100).map { _ in try attempts().begin(.signIn) }
        #expect(Set(all.map(\.challenge)).count == all.count)
        #expect(Set(all.map(\.digest)).count == all.count)
    }

    @Test func everyOtherTextIsNone() throws {
        for purpose in try purposes() {
            let text = try attempts().begin(purpose).text
            #expect(try attempts(secret: 8).attempt(text) == nil)
            let bytes = try #require(Base64.url.decode(text))
            for bit in 0..<bytes.count * 8 {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << (bit % 8)
                #expect(try attempts().attempt(Base64.url.encode(flipped)) == nil)
            }
            for count in 0..<bytes.count {
                #expect(try attempts().attempt(Base64.url.encode(bytes.prefix(count))) == nil)
            }
            #expect(try attempts().attempt(Base64.url.encode(bytes + [0])) == nil)
            #expect(try attempts().attempt(String(repeating: text, count: 1000)) == nil)
        }
    }
}
