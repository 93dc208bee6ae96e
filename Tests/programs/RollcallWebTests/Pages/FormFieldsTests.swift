import TestSupport
import Testing

@testable import rollcall_web

struct FormFieldsTests {
    @Test(arguments: [
        ("name=ann", "ann"), ("name=", ""), ("name", ""), ("", ""), ("=x", ""), ("&&name=a&&", "a"),
        ("name=a+b%20c", "a b c"), ("name=%2B", "+"), ("name=a=b", "a=b"), ("name==", "="),
        ("name=%26name%3Dx", "&name=x"), ("n%61me=a", "a"), ("name=%C3%A4", "ä"), ("name=ä", "ä"),
        ("name=a&name=b", "a"), ("Name=x", ""), ("name=%00", "\0"), ("name=%0D%0A", "\r\n"),
        ("name=a;b", "a;b"), ("name=%3Cscript%3E", "<script>"), ("name=%252F", "%2F"),
    ])
    func aFieldIsReadAsBrowsersSendIt(_ text: String, _ value: String) {
        #expect(FormFields(urlEncoded: text)["name"] == value)
    }

    @Test(arguments: ["%", "%4", "%zz", "a%", "%C3", "%FF", "%C0%AF", "%ED%A0%80", "%u0041", "%%%"])
    func whatIsNoEncodingIsEmpty(_ text: String) {
        let fields = FormFields(urlEncoded: "name=\(text)&other=x")
        #expect(fields["name"] == "")
        #expect(fields.has("name"))
        #expect(fields["other"] == "x")
    }

    @Test func ofAFieldThatIsThereSeveralTimesTheFirstCounts() {
        let fields = FormFields(urlEncoded: "link=&x=y&link=b&link=")
        #expect(fields["link"] == "" && fields["x"] == "y")
        #expect(fields.has("link") && !fields.has("none"))
    }

    @Test func fieldsBeyondTheHundredthAreDropped() {
        let text = (0..<100_000).map { "f\($0)=\($0)" }.joined(separator: "&")
        let fields = FormFields(urlEncoded: text)
        #expect(fields["f99"] == "99")
        #expect(!fields.has("f100"))
    }

    /// Each comparison of 64 KiB of them takes a second or so.
    @Test(arguments: ["\u{301}", "\u{F73}", "\u{20DD}", "\u{903}"])
    func aTextOfMarksIsNone(_ mark: String) {
        let text = "ä" + String(repeating: mark, count: 30)
        #expect(FormFields(urlEncoded: "name=\((text + text).queryEncoded)")["name"] == text + text)
        for long in [text + mark, String(repeating: mark, count: 16_000)] {
            for sent in [long, long.queryEncoded] {
                let fields = FormFields(urlEncoded: "name=\(sent)&\(sent)=x&other=x")
                #expect(fields["name"] == "")
                #expect(fields["other"] == "x")
            }
        }
    }

    @Test func randomTextIsReadWithoutHarm() {
        var numbers = TestNumbers(seed: 35)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<60, using: &numbers)).map { _ in
                "%&=+;aZ09\u{0}\u{FF}ä".utf8.randomElement(using: &numbers)!
            }
            _ = FormFields(urlEncoded: String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test(arguments: ["", "ann@example.org", "a b&c=d+e%f#g", "ä🎲\u{0}\r\n\"<>'", "/people?q=x"])
    func whatIsEncodedForAQueryIsReadAgain(_ text: String) {
        #expect(FormFields(urlEncoded: "name=\(text.queryEncoded)")["name"] == text)
        #expect(text.queryEncoded.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
}
