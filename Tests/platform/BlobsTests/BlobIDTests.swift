import Testing

@testable import Blobs

/// Nothing but a hash names a blob.
@Suite struct BlobIDTests {
    private static let digits = String(repeating: "0123456789abcdef", count: 4)

    @Test func sixtyFourDigitsAreAnID() throws {
        let id = try #require(BlobID(Self.digits))
        #expect(id.hex == Self.digits)
        #expect(id.shard == "01")
    }

    private static let impostors: [String] = [
        "", "..", "../../../../etc/passwd", "/etc/passwd", "00", cut(1, ""), cut(0, "0"),
        digits.uppercased(), cut(1, "g"), cut(1, "\0"), cut(1, "/"), cut(2, "é"), cut(3, "０"),
        cut(0, "\n"), cut(1, " "), "../" + cut(3, ""),
    ]

    private static func cut(_ count: Int, _ end: String) -> String {
        String(digits.dropLast(count)) + end
    }

    @Test(arguments: impostors)
    func anythingElseIsRefusedBeforeTheFileSystem(_ text: String) {
        #expect(BlobID(text) == nil)
    }

    @Test func theHashIsThatOfFIPS180() {
        #expect(
            BlobID(of: Array("abc".utf8)).hex
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
