import TestSupport
import Testing

@testable import rollcall_web

struct HTMLTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onload=\"x", "&quot; onload=&quot;x"), ("' x", "&#39; x"), ("&lt;", "&amp;lt;"),
        ("ä\u{202E}🎲", "ä\u{202E}🎲"), ("", ""),
    ])
    func aTextIsEscaped(_ text: String, _ escaped: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func noTextBecomesMarkup() {
        var numbers = TestNumbers(seed: 35)
        // A mark that combines with the letter before it must not hide that letter.
        let pieces: [Unicode.Scalar] =
            ["<", ">", "\"", "'", "&", ";", "/", "=", "a", "\0", "\r", "\n", "\u{301}", "\u{FE0F}"]
            + ["\u{200D}", "\u{202E}", "🎲"]
        for _ in 0..<2000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<40, using: &numbers) {
                text.append(pieces.randomElement(using: &numbers)!)
            }
            let html: HTML = "\(String(text))"
            let escaped = html.text.unicodeScalars
            #expect(!escaped.contains { "<>\"'".unicodeScalars.contains($0) })
            #expect(Self.read(html.text) == Array(text))
        }
    }

    @Test func whatIsHTMLIsNotEscapedAgain() {
        let bold: HTML = "<b>\("<")</b>"
        let parts: [HTML] = [bold, bold]
        let nothing: HTML? = nil
        let html: HTML = "\(bold)\(parts)\(nothing)\(7)" + bold + "."
        #expect(html.text == String(repeating: "<b>&lt;</b>", count: 3) + "7<b>&lt;</b>.")
    }

    /// Reads escaped text as a browser does. Every ampersand has to begin one of five references.
    private static func read(_ text: String) -> [Unicode.Scalar]? {
        let names: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'",
        ]
        var read: [Unicode.Scalar] = []
        var rest = Substring.UnicodeScalarView(text.unicodeScalars)
        while let first = rest.popFirst() {
            guard first == "&" else {
                read.append(first)
                continue
            }
            guard let end = rest.firstIndex(of: ";"), let scalar = names[String(rest[..<end])]
            else { return nil }
            read.append(scalar)
            rest = rest[rest.index(after: end)...]
        }
        return read
    }
}
