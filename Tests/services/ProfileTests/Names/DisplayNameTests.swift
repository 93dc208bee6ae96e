import Foundation
import RollcallAPI
import RollcallRules
import TestSupport
import Testing

@testable import Profile

@Suite struct DisplayNameTests {
    @Test(arguments: [
        "abc", "A_b.9", "___", "0.0", String(repeating: "x", count: 30), "a.b.c", "Anna",
    ])
    func aNameThatKeepsTheRulesIsTaken(_ text: String) {
        #expect(DisplayName.brokenRules(of: text) == [])
        #expect(DisplayName(text)?.text == text)
    }

    @Test(arguments: [
        ("", [Reason.displayNameMissing]),
        ("ab", [.displayNameTooShort]),
        (String(repeating: "x", count: 31), [.displayNameTooLong]),
        ("a b", [.displayNameBadCharacter]),
        ("a-b", [.displayNameBadCharacter]),
        (".ab", [.displayNameLeadingPeriod]),
        ("ab.", [.displayNameTrailingPeriod]),
        ("a..b", [.displayNameDoubledPeriod]),
        (
            ".",
            [.displayNameTooShort, .displayNameLeadingPeriod, .displayNameTrailingPeriod]
        ),
        (
            "..",
            [
                .displayNameTooShort, .displayNameLeadingPeriod, .displayNameTrailingPeriod,
                .displayNameDoubledPeriod,
            ]
        ),
        (
            ".é..\(String(repeating: "x", count: 40)).",
            [
                .displayNameTooLong, .displayNameBadCharacter, .displayNameLeadingPeriod,
                .displayNameTrailingPeriod, .displayNameDoubledPeriod,
            ]
        ),
    ])
    func everyBrokenRuleIsNamedOnce(_ text: String, _ reasons: [Reason]) {
        #expect(DisplayName.brokenRules(of: text) == reasons)
        #expect(DisplayName(text) == nil)
    }

    @Test func spacesThatWerePastedAroundANameAreNoPartOfIt() {
        for text in [" anna", "anna\n", "\u{3000}anna\u{A0}", "\t anna \r\n"] {
            #expect(DisplayName(text)?.text == "anna", "\(text)")
        }
        for text in ["an na", "anna\u{200E}"] { #expect(DisplayName(text) == nil) }
        #expect(DisplayName.brokenRules(of: " \n") == [.displayNameMissing])
        #expect(DisplayNameRules.badCharacterPosition(in: "  an!na") == 4)
        #expect(DisplayNameRules.badCharacterPosition(in: " anna ") == nil)
    }

    // U4
    @Test(arguments: [
        "\u{430}dmin", "admin\u{200B}", "ａｄｍｉｎ", "ad\u{0}min", "ad min", "\u{202E}nimda",
        "a\u{301}dmin", "👩‍👩‍👧", "\u{212A}ay", "ädmin", "adm\u{131}n",
        "Ädmin", "a\u{308}bc", "\u{200B}\u{200B}\u{200B}", "\u{FE0F}\u{200D}\u{AD}",
    ])
    func whatOnlyLooksLikeALetterIsNone(_ text: String) {
        #expect(DisplayName.brokenRules(of: text) == [.displayNameBadCharacter])
    }

    @Test func lengthIsCountedInScalarsSoThatOneGraphemeCannotBeLong() {
        #expect(
            DisplayName.brokenRules(of: "äö") == [.displayNameTooShort, .displayNameBadCharacter])
        let zalgo = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(
            DisplayName.brokenRules(of: zalgo) == [.displayNameTooLong, .displayNameBadCharacter])
    }

    @Test func aHugeNameCostsNoMoreThanALongOne() {
        let huge = String(repeating: "a", count: 4 << 20) + "."
        let time = ContinuousClock().measure {
            for _ in 0..<100 {
                #expect(
                    DisplayName.brokenRules(of: huge)
                        == [.displayNameTooLong, .displayNameTrailingPeriod])
            }
        }
        #expect(time < .seconds(1))
    }

    /// Against the rules as one would write them without a thought for cost.
    @Test func randomNamesAreJudgedAsTheRulesSay() {
        var random = TestNumbers(seed: 1)
        let alphabet = Array("aZ09_..- é")
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...34, using: &random)
            let letters = (0..<length).map { _ in alphabet.randomElement(using: &random) }
            let sent = String(letters.compactMap(\.self))
            let text = sent.trimmingCharacters(in: .whitespaces)
            let isGood =
                (3...30).contains(text.count) && !text.hasPrefix(".") && !text.hasSuffix(".")
                && !text.contains("..")
                && text.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "_.".contains($0))
                }
            #expect((DisplayName(sent) != nil) == isGood, "\(sent)")
        }
    }

    @Test func caseDoesNotTellNamesApart() {
        #expect(DisplayName("An.Na_9")?.canonical == "an.na_9")
        #expect(DisplayName("AN.NA_9")?.canonical == DisplayName("an.na_9")?.canonical)
    }
}
