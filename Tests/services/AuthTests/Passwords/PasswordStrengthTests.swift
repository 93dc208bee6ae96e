import Foundation
import Testing

@testable import Auth

@Suite struct PasswordStrengthTests {
    private let identities = ["anna.keller@example.com", "Zoë Großmann"]

    @Test(arguments: [
        ("password", 0, PasswordStrength.Weakness.dictionary), ("P4ssw0rd", 0, .dictionary),
        ("aaaaaaaaaaaa", 0, .repeated), ("passwordpassword", 0, .repeated),
        ("annakeller", 1, .identity), ("Anna.Keller@example.com", 0, .identity),
        ("k3ller99", 1, .identity), ("großmann", 0, .identity), ("abcdefghijkl", 0, .sequence),
        ("zxcvfr43edc", 2, .keyboard), ("13.05.1987", 1, .date),
    ])
    func anEasyPasswordIsSaidToBeOneAndWhy(
        password: String, most: Int, weakness: PasswordStrength.Weakness
    ) {
        let strength = PasswordStrength(of: password, knowing: identities)
        #expect(strength.weakness == weakness)
        #expect(strength.score <= most)
    }

    @Test(arguments: ["correct horse battery staple", "bO7#vq!Lm2.wz", "猫が窓から外を見ている"])
    func aHardPasswordHasTheHighestScore(password: String) {
        #expect(PasswordStrength(of: password, knowing: identities).score == 4)
    }

    @Test func theSameTextIsHarderWhereItIsNotTheUsers() {
        let own = PasswordStrength(of: "quettelsbach", knowing: ["Quettelsbach"])
        let other = PasswordStrength(of: "quettelsbach", knowing: identities)
        #expect(own.score == 0)
        #expect(other.score > own.score)
    }

    @Test func whatComesAfterTheLimitChangesNothing() {
        let text = String(repeating: "ab1", count: 40)
        let strength = PasswordStrength(of: text, knowing: [])
        #expect(strength == PasswordStrength(of: text + "bO7#vq!Lm2.wz", knowing: []))
    }

    /// Texts with which zxcvbn takes longest: repeats of repeats, letters in place of others.
    @Test func noTextTakesLong() {
        let patterns = ["1", "a", "ab", "4", "@4a", "12/", "0000a", "\u{e9}", "e3a4s$", "\u{0}"]
        for pattern in patterns {
            let text = String(repeating: pattern, count: 256)
            let words = (0..<4).map { String(text.dropFirst($0).prefix(254)) }
            let before = Self.processorTime
            _ = PasswordStrength(of: text, knowing: words)
            let time = Self.processorTime - before
            // Twenty times what the dearest takes.
            #expect(time < .milliseconds(20), "\(pattern) takes \(time)")
        }
    }

    /// Of this thread: another process may have the processor.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test func anyTextHasAScore() {
        var random = SystemRandomNumberGenerator()
        func text(_ count: Int) -> String {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(PasswordStrength(of: "", knowing: ["", "\u{0}"]).score == 0)
        for count in 0..<300 {
            let strength = PasswordStrength(of: text(count), knowing: [text(count), text(7)])
            #expect((0...4).contains(strength.score))
        }
    }
}
