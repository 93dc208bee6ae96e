import RollcallAPI
import Testing

@testable import Auth

@Suite struct PasswordRulesTests {
    private let rules = PasswordRules(
        identities: ["Anna@Example.com", "Zoë"], common: .builtIn)

    @Test func aPasswordOfEightTo256CharactersIsTaken() {
        for length in [8, 9, 72, 73, 255, 256] {
            for character in ["x", "ä", "猫", "🐈"] {
                let password = String(repeating: character, count: length)
                #expect(rules.broken(by: password).allSatisfy { $0 == .passwordCommon })
            }
        }
    }

    @Test func shorterAndLongerOnesAreNot() {
        #expect(rules.broken(by: "") == [.passwordMissing])
        #expect(rules.broken(by: "x") == [.passwordTooShort])
        #expect(rules.broken(by: "1234567") == [.passwordTooShort])
        for length in [257, 4096, 8193, 1_000_000] {
            let password = String(repeating: "x", count: length)
            #expect(rules.broken(by: password) == [.passwordTooLong])
        }
    }

    @Test func charactersAreCountedAfterNormalisation() {
        let decomposed = String(repeating: "a\u{308}", count: 4)
        #expect(rules.broken(by: decomposed) == [.passwordTooShort])
        #expect(rules.broken(by: String(repeating: "a\u{308}", count: 256)) == [])
    }

    @Test func thePasswordIsNotWhatEveryoneKnows() {
        #expect(rules.broken(by: "anna@example.com") == [.passwordSameAsIdentity])
        #expect(rules.broken(by: "ANNA@EXAMPLE.COM") == [.passwordSameAsIdentity])
        #expect(rules.broken(by: "Zoe\u{308}") == [.passwordTooShort, .passwordSameAsIdentity])
        #expect(rules.broken(by: "anna@example.com!") == [])
    }

    @Test func aPasswordIsTheSameWhicheverKeyboardComposedIt() {
        #expect(Password("pässwörd")?.secret == Password("pa\u{308}sswo\u{308}rd")?.secret)
        #expect(Password("password")?.secret != Password("Password")?.secret)
    }
}
