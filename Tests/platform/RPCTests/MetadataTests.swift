import RollcallRPC
import Testing

struct MetadataTests {
    /// Each character of ASCII, and some beyond, at each place of texts of many lengths.
    @Test(arguments: 1...20)
    func aControlCharacterIsFoundWhereverItStands(length: Int) throws {
        let scalars = (0...0x7F).compactMap(Unicode.Scalar.init) + ["é", "€", "\u{85}", "𝄞"]
        for place in 0..<length {
            for scalar in scalars {
                var text = String.UnicodeScalarView(repeating: "~", count: length)
                text.replaceSubrange(
                    text.index(
                        text.startIndex, offsetBy: place)..<text.index(
                            text.startIndex, offsetBy: place + 1), with: [scalar])
                var metadata = Metadata()
                let isControl = scalar.value < 0x20 || scalar.value == 0x7F
                if isControl {
                    #expect(throws: RPCError.self) { try metadata.add("key", text: String(text)) }
                } else {
                    try metadata.add("key", text: String(text))
                }
            }
        }
    }

    @Test func anEmptyTextIsAllowed() throws {
        var metadata = Metadata()
        try metadata.add("key", text: "")
        #expect(metadata[text: "key"]?.isEmpty == true)
    }
}
