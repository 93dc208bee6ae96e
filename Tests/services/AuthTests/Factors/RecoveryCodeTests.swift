import RollcallCrypto
import TestSupport
import Testing

@testable import Auth

@Suite struct RecoveryCodeTests {
    @Test func aCodeIsReadAsItIsShownAndAsPeopleTypeIt() throws {
        for seed in 0..<1000 {
            let code = try RecoveryCode(random: .seeded(seed))
            #expect(code.text.utf8.count == 11)
            let typed = [
                code.text, code.letters, code.text.uppercased(), "  \(code.text)\n",
                code.letters.map { "\($0) " }.joined(),
                code.text.replacing("0", with: "o").replacing("1", with: "l"),
                code.text.replacing("0", with: "O").replacing("1", with: "I"),
            ]
            for text in typed { #expect(RecoveryCode(entered: text) == code) }
        }
    }

    /// 50 bits, each as often 1 as 0, and no code twice.
    @Test func everyBitIsRandom() throws {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let samples = 4000
        var ones = [Int](repeating: 0, count: 50)
        var codes: Set<RecoveryCode> = []
        for seed in 0..<samples {
            let code = try RecoveryCode(random: .seeded(seed))
            codes.insert(code)
            for (place, letter) in code.letters.enumerated() {
                let value = try #require(alphabet.firstIndex(of: letter))
                for bit in 0..<5 where value >> bit & 1 == 1 { ones[place * 5 + bit] += 1 }
            }
        }
        #expect(codes.count == samples)
        // Six standard deviations.
        for count in ones { #expect(abs(count - samples / 2) < 190) }
    }

    @Test(arguments: [
        "", "abcde-fghj", "abcde-fghjkm", "abcde_fghjk", "äbcde-fghjk",
        "abcde-fghj\u{301}", String(repeating: " ", count: 300) + "abcde-fghjk",
    ])
    func whatCannotBeACodeIsNone(text: String) {
        #expect(RecoveryCode(entered: text) == nil)
    }

    @Test func aCodeIsNotPrinted() throws {
        #expect("\(try RecoveryCode(random: .seeded(1)))" == "<redacted>")
    }
}

extension RandomSource {
    /// The same bytes in every run of a test.
    static func seeded(_ seed: Int) -> RandomSource {
        RandomSource { count in
            var numbers = TestNumbers(seed: UInt64(seed))
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        }
    }
}
