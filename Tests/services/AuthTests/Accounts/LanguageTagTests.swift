import Testing

@testable import Auth

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("de", "de"), ("DE-at", "de-AT"), ("ZH-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"),
        ("sl-NEDIS", "sl-nedis"), ("en-u-CA-Buddhist", "en-u-ca-buddhist"),
        ("gsw", "gsw"), ("en-x-AB", "en-x-ab"),
    ])
    func aTagHasTheLetterCaseOfTheRFC(_ text: String, _ canonical: String) {
        #expect(LanguageTag(text)?.text == canonical)
        #expect(LanguageTag(canonical)?.text == canonical)
    }

    @Test(arguments: [
        "", "d", "x-private", "de_AT", "de-", "-de", "de--AT", "d3", "de-äö", "ｄｅ", "de AT",
        "de-abcdefghi", "de\u{0}", "../de", "de-aaaaaaaa-bbbbbbbb-cccccccc-dddddddd",
        String(repeating: "a", count: 1_000_000),
    ])
    func whatIsNoTagIsRefused(_ text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test(
        arguments: [
            ("de_AT.UTF-8", "de-AT"), ("en_US", "en-US"), ("sr_RS@latin", "sr-RS"), (" de ", "de"),
            ("de-aaaaaaaa-bbbbbbbb-cccccccc-dddddddd", "de-aaaaaaaa-bbbbbbbb-cccccccc"),
            ("en-u-ca-buddhist-nu-thai-co-emoji-x-yz", "en-u-ca-buddhist-nu-thai-co-emoji"),
            ("de-", "de"), ("de--AT", "de-AT"), ("C", nil), ("POSIX/../de", nil), ("../de", nil),
            ("", nil), (String(repeating: "a", count: 1_000_000), nil),
        ] as [(String, String?)])
    func whatASystemSaysOfItsLanguageIsReadAsFarAsItIsATag(_ text: String, _ tag: String?) {
        #expect(LanguageTag(describing: text)?.text == tag)
    }

    @Test func theLongestHasThirtyFiveCharacters() {
        let longest = "de-aaaaaaaa-bbbbbbbb-cccccccc-ddddd"
        #expect(longest.count == LanguageTag.longest)
        #expect(LanguageTag(longest)?.text == longest)
        #expect(LanguageTag(longest + "d") == nil)
    }
}
