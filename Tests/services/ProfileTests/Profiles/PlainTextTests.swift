import RollcallAPI
import RollcallRPC
import RollcallRules
import Tables
import TestServers
import Testing

@testable import Profile

struct PlainTextTests {
    private func text(_ text: String, _ form: TextRule.Form = .oneLine) throws -> String {
        try PlainText(text, form, field: "bio", longest: 10).text
    }

    @Test func theLengthIsOfCodePointsInNFC() throws {
        let decomposed = String(repeating: "e\u{301}", count: 10)
        #expect(try text(decomposed) == String(repeating: "\u{e9}", count: 10))
        #expect(try text(decomposed).unicodeScalars.count == 10)
        #expect(try text("") == "")
        for long in [decomposed + "x", String(repeating: "x", count: 11)] {
            #expect(throws: RPCError.self) { try text(long) }
        }
        // Marks that compose with nothing, a thousand of them.
        #expect(throws: RPCError.self) { try text("e" + String(repeating: "\u{301}", count: 1000)) }
    }

    @Test(arguments: [
        "\u{0}", "\u{7}", "\u{1b}[1m", "\u{7f}", "\u{9b}",
        "\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2067}a",
        "\u{2068}\u{2068}a\u{2069}", "a\u{2069}", "\u{2069}\u{2066}",
    ])
    func whatWouldChangeTheTextAroundItIsRefused(_ bad: String) {
        for form in [TextRule.Form.oneLine, .lines] {
            for whole in [bad, "a" + bad, bad + "b", "a" + bad + "b"] {
                let error = #expect(throws: RPCError.self) { try text(whole, form) }
                #expect(error?.is(.invalidArgument, .fieldMalformed) == true)
            }
        }
    }

    @Test(arguments: [
        "\u{2067}a\u{2069}", "\u{2068}\u{2066}a\u{2069}\u{2069}", "\u{200e}a", "\u{5d0}",
        "\u{200d}", "\u{1f468}\u{200d}\u{1f469}",
    ])
    func otherTextIsKeptAsItIs(_ good: String) throws {
        #expect(try text(good) == good)
    }

    @Test func whatOtherSystemsWriteIsReadAsMeant() throws {
        #expect(try text("a\u{2028}b\u{2029}c\rd\u{85}\r\n", .lines) == "a\nb\nc\nd\n\n")
        for form in [TextRule.Form.oneLine, .lines] { #expect(try text("a\tb", form) == "a b") }
        for end in ["\n", "\r\n", "\u{2028}", "\n\n"] {
            #expect(try text("a" + end) == "a")
        }
        #expect(try text("\n") == "")
    }

    @Test func onlyATextOfLinesHasLines() throws {
        #expect(try text("a\n\nb\n", .lines) == "a\n\nb\n")
        #expect(try text("a\r\nb", .lines) == "a\nb")
        for lines in ["a\nb", "a\r\nb", "a\u{2028}b", "a\rb"] {
            #expect(throws: RPCError.self) { try text(lines) }
        }
        // An isolate ends with its line (UAX 9, rule P1).
        #expect(throws: RPCError.self) { try text("\u{2066}a\nb\u{2069}", .lines) }
    }
}
