/// Classes of ASCII characters, for rules about bytes of a text. (`RollcallBasics` has the same for
/// the services; this target imports nothing of theirs.)
extension UInt8 {
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetterOrDigit: Bool { isDigit || Self.letters.contains(self | 0x20) }
}
