import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct PasskeyAttemptTests {
    private let clock = TestClock()
    private let ids = UUIDv7Generator { 1_800_000_000_000 }

    private func attempts(secret: UInt8 = 7) -> PasskeyAttempts {
        PasskeyAttempts(
            secret: Secret([UInt8](repeating: secret, count: 32)), random: .system,
            clock: clock.now)
    }

    /// Of a sign-in, and of a registration.
    private func accounts() throws -> [UUIDv7?] { [nil, try ids.next()] }

    @Test func anAttemptIsReadFromItsTextUntilItExpires() throws {
        for account in try accounts() {
            let attempt = try attempts().begin(for: account)
            #expect(attempt.challenge.count == 32 && attempt.account == account)
            #expect(try attempts().attempt(attempt.text) == attempt)
            clock.advance(PasskeyAttempt.lifetime - .milliseconds(1))
            #expect(try attempts().attempt(attempt.text) == attempt)
            clock.advance(.milliseconds(1))
            #expect(try attempts().attempt(attempt.text) == nil)
        }
    }

    @Test func anAttemptOfTheFutureIsNone() throws {
        let attempt = try attempts().begin()
        clock.set(by: .seconds(-3600))
        #expect(try attempts().attempt(attempt.text) == nil)
    }

    @Test func noTwoAttemptsHaveTheSameChallenge() throws {
        let all = try (0..<100).map { _ in try attempts().begin() }
        #expect(Set(all.map(\.challenge)).count == all.count)
        #expect(Set(all.map(\.digest)).count == all.count)
    }

    @Test func everyOtherTextIsNone() throws {
        for account in try accounts() {
            let text = try attempts().begin(for: account).text
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
