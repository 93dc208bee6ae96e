import RollcallRules
import TestSupport
import Testing

@testable import Auth

@Suite struct EmailAddressTests {
    @Test(arguments: [
        "a@b", "anna@example.com", "anna.b+tag@mail.example.com", "!#$%&'*+-/=?^_`{|}~@x.y",
        #""an na"@example.com"#, #""a@b"@example.com"#, #""a\"b"@example.com"#, #"""@example.com"#,
        "1@2.3", "a@xn--bcher-kva.example", "a@a-b.c",
        String(repeating: "a", count: 64) + "@b.c",
        "a@" + String(repeating: "b", count: 63) + ".c",
    ])
    func aMailboxIsTaken(text: String) throws {
        #expect(try EmailAddress(text).text == text)
    }

    @Test(arguments: [
        "a", "@", "a@", "@b", "a@b@c", ".a@b", "a.@b", "a..b@c", "a b@c",
        "a@b..", "a@.", "a@.b", "a@b..c", "a@-b", "a@b-", "a@b_c", "a@[192.0.2.1]",
        "a,b@c", "a(b)@c", "a@b\nc", "mailto:mailto:a@b",
        "a\u{0}@b", "ä@b", "a@-b\u{FC}.c", "a@b\u{FC}_.c", "a@b\u{FC}..c", "a@\u{3002}b",
        "a@b\u{FC} .c", "a@\u{202E}b.c", "a@b\u{FC}\u{0}.c", "a@\u{2603}.c",
        "a\u{FF20}b", "\u{FF41}@b", #""a@b"#,
        #""a"b@c"#,
        #"a"b"@c"#, #""a\"@c"#, "\"a\tb\"@c", #""ä"@c"#, "Anna <a@b>",
        "a@" + String(repeating: "b", count: 64) + ".c",
    ])
    func anythingElseIsMalformed(text: String) {
        #expect(throws: ContractReason.emailMalformed) { try EmailAddress(text) }
    }

    @Test(arguments: [
        " a@b.c", "a@b.c\r\n", "\u{200E}a@b.c\u{200F}", "\u{A0}a@b.c\u{FEFF}", "mailto:a@b.c",
        " MailTo:a@b.c ",
    ])
    func whatIsPastedAroundAnAddressIsNoPartOfIt(text: String) throws {
        #expect(try EmailAddress(text).text == "a@b.c")
    }

    /// Apps judge what is typed before Auth does.
    @Test func whatAnAppSaysOfAnAddressAuthSaysToo() {
        var random = TestNumbers(seed: 1)
        let parts = [
            "a", "b.c", "@", "@", ".", "..", "\"", "\\", "-", "_", " ", "\u{200E}", "mailto:", "ü",
            "\u{0}", "[1.2.3.4]", "\u{202E}", "e\u{301}", "1", "猫", "\u{3002}", ",", "\n",
            String(repeating: "x", count: 64), String(repeating: "y", count: 120),
        ]
        var counts: [ContractReason?: Int] = [:]
        for _ in 0..<50_000 {
            let length = Int.random(in: 0...7, using: &random)
            let text = (0..<length).map { _ in parts[Int.random(in: parts.indices, using: &random)]
            }
            .joined()
            let rule = TypedAddress.ruleBroken(by: text)
            do {
                _ = try EmailAddress(text)
                #expect(rule == nil, "\(text)")
            } catch {
                // A domain outside ASCII is for Auth alone to judge.
                let isForAuth = (try? TypedAddress(text))?.isInternational == true
                #expect(rule == error || (rule == nil && isForAuth), "\(text)")
            }
            counts[rule, default: 0] += 1
        }
        #expect(counts.count == 4 && counts.values.allSatisfy { $0 > 50 }, "\(counts)")
    }

    @Test func lengthsAreLimited() throws {
        let domain =
            "@"
            + Array(repeating: String(repeating: "b", count: 62), count: 4)
            .joined(separator: ".")
        #expect(throws: Never.self) { try EmailAddress("aa" + domain) }
        #expect(throws: ContractReason.emailTooLong) { try EmailAddress("aaa" + domain) }
        #expect(throws: ContractReason.emailTooLong) {
            try EmailAddress(String(repeating: "a", count: 65) + "@b")
        }
        #expect(throws: ContractReason.emailTooLong) {
            try EmailAddress(String(repeating: "a", count: 1_000_000))
        }
        #expect(throws: ContractReason.emailMissing) { try EmailAddress("") }
    }

    @Test(arguments: [
        ("Anna@Example.COM", "anna@example.com"), (#""Anna"@example.com"#, "anna@example.com"),
        (#""an\na"@example.com"#, "anna@example.com"),
        (#""an na"@x"#, #""an na"@x"#), (#""a\"b\\"@x"#, #""a\"b\\"@x"#), (#"""@x"#, #"""@x"#),
        (#""a..b"@x"#, #""a..b"@x"#), ("a@example.com.", "a@example.com"),
        ("a@B\u{DC}cher.example", "a@xn--bcher-kva.example"),
        ("a@bu\u{308}cher.example.", "a@xn--bcher-kva.example"),
        ("a@XN--Bcher-KVA.example", "a@xn--bcher-kva.example"),
        ("a@\u{FF45}\u{FF58}\u{FF41}mple\u{FF0E}com", "a@example.com"),
        ("a@example\u{3002}com", "a@example.com"), ("a@fa\u{DF}.de", "a@xn--fa-hia.de"),
    ])
    func addressesOfOneMailboxAreEqual(text: String, canonical: String) throws {
        let address = try EmailAddress(text)
        #expect(address.canonical == canonical)
        #expect(try EmailAddress(canonical) == address)
        #expect(try EmailAddress(canonical).canonical == canonical)
    }

    @Test func aDomainIsKeptAsItIsSentMailTo() throws {
        #expect(try EmailAddress("Anna@B\u{FC}cher.example.").text == "Anna@xn--bcher-kva.example")
        #expect(try EmailAddress("Anna@Example.COM.").text == "Anna@Example.COM")
    }

    @Test func noTextIsATrap() {
        let alphabet = Array(#"a"\@.-[ äü。"#)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...12, using: &generator)
            let characters = (0..<length).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            let text = String(characters)
            guard let address = try? EmailAddress(text) else { continue }
            #expect((try? EmailAddress(address.canonical)) == address)
        }
    }
}
