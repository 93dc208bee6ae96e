import Testing

@testable import Mail

@Suite struct HeaderTextTests {
    @Test(arguments: ["a\rb", "a\nb", "a\r\nBcc: x", "a\0b", "a\u{2028}b", "a\u{85}b"])
    func whatCouldBeginAnotherLineIsRefused(text: String) {
        #expect(throws: HeaderText.Malformation.brokenLine) { try HeaderText(text) }
    }

    @Test func whatIsNotSeenIsLeftOut() throws {
        let text = "\u{202e}a\u{200b}b\u{2066}c\u{feff} \u{1b}[0m\u{7f}"
        #expect(try HeaderText(text).text == "abc [0m")
    }

    @Test func aHeaderIsOfBoundedLength() throws {
        let longest = String(repeating: "ä", count: 200)
        #expect(try HeaderText(longest).text == longest)
        #expect(throws: HeaderText.Malformation.tooLong) { try HeaderText(longest + "a") }
    }

    @Test(arguments: [
        "a@b", "a.b+c@example.com", "\"a b\"@example.com", "\"\\\"@\"@example.com",
        "!#$%&'*+-/=?^_`{|}~@xn--bcher-kva.example",
    ])
    func anAddressFitsBetweenItsBrackets(text: String) {
        #expect(MailAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "@", "a@", "@b", "a b@c", "a@b>", "<a@b", "a@b\r\nDATA", "a@b SIZE=1", "a@b\0", "a,b@c",
        "\"a@b", "\"a\\\"@b", "\"a\"b\"@c", "\"\n\"@c", "ä@b", "a@bücher.example", "a@[127.0.0.1]",
        "a@b@c", "a\u{7f}@b",
    ])
    func whatCouldEndTheBracketsIsNoAddress(text: String) {
        #expect(MailAddress(text) == nil)
        #expect(MailAddress(String(repeating: "a", count: 254) + "@b") == nil)
    }
}
