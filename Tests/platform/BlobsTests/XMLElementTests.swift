import TestSupport
import Testing

@testable import Blobs

@Suite struct XMLElementTests {
    @Test func elementsTextAndReferencesAreRead() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <List xmlns="http://a/" b='<' ><Key>a&amp;b&#34;&#x2F;ü</Key><Empty/><Key>c</Key></List >

            """.replacing("b='<'", with: "b='>'")
        let root = try XMLElement(document: Array(text.utf8))
        #expect(root.name == "List" && root.children.map(\.name) == ["Key", "Empty", "Key"])
        #expect(root["Key"] == "a&b\"/ü" && root["Empty"] == "" && root["None"] == nil)
    }

    @Test(arguments: [
        "", "a", "<a>", "<a></b>", "<a></a><b/>", "<a/>b", "<a b></a>", "<a b=c/>", "<a b='c>",
        "<a b='<'/>", "<!DOCTYPE a><a/>", "<a><!-- b --></a>", "<a><![CDATA[b]]></a>",
        "<a><?b?></a>",
        "<a>&b;</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>&#-1;</a>", "<a>&amp</a>", "<1/>",
        "<a", "</a>", "< a/>", "<?xml", "<a>&",
    ])
    func anythingElseIsMalformed(_ text: String) {
        #expect(throws: XMLElement.Malformed.self) { try XMLElement(document: Array(text.utf8)) }
    }

    @Test func neitherDepthNorBytesThatAreNoTextEndTheParser() {
        let deep = Array(String(repeating: "<a>", count: 1_000_000).utf8)
        #expect(throws: XMLElement.Malformed.self) { try XMLElement(document: deep) }
        let wrong = Array("<a>".utf8) + [0xff] + Array("</a>".utf8)
        #expect(throws: XMLElement.Malformed.self) { try XMLElement(document: wrong) }
    }

    @Test func everyTruncationIsMalformed() throws {
        let document = Array(
            """
            <?xml version="1.0"?><L a="b"><C><K>x&lt;</K><S>1</S></C><T>false</T></L>
            """.utf8)
        _ = try XMLElement(document: document)
        for count in 0..<document.count {
            #expect(throws: XMLElement.Malformed.self) {
                try XMLElement(document: Array(document.prefix(count)))
            }
        }
    }

    @Test func randomChangesNeverEndTheParser() {
        let document = Array("<L a='b'><C><K>x&lt;&#65;</K><S>1</S></C></L>".utf8)
        var random = TestNumbers(seed: 3)
        for _ in 0..<20_000 {
            var changed = document
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] =
                    "<>&;/='#x \u{0}a?!".utf8.randomElement(using: &random) ?? 0
            }
            _ = try? XMLElement(document: changed)
        }
    }
}
