import Testing

@testable import RollcallCrypto

struct TextCodingTests {
    @Test func everyLengthComesBackFromHexAndBase64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
            #expect(Hex.decode(Hex.encode(bytes)) == bytes)
            #expect(Base64.url.decode(Base64.url.encode(bytes)) == bytes)
            #expect(Base64.standard.decode(Base64.standard.encode(bytes)) == bytes)
        }
    }

    /// RFC 4648 §10, without its padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ])
    func theRFCsBase64VectorsComeOut(plain: String, coded: String) {
        #expect(Base64.url.encode(plain.utf8) == coded)
        #expect(Base64.url.decode(coded) == Array(plain.utf8))
    }

    @Test func bytesThatLieInManyPiecesAreCodedAlike() {
        let bytes = (0..<50).map { UInt8($0) }
        let pieces = [bytes.prefix(7), bytes.dropFirst(7)].joined()
        let text = Base64.url.encode(pieces)
        #expect(text == Base64.url.encode(bytes))
        #expect(Base64.url.decode(text.utf8.lazy.map(\.self)) == bytes)
        #expect(Base64.url.decode(("rcr1_" + text).dropFirst(5)) == bytes)
    }

    @Test func theAlphabetsDifferInTheirLastTwoLetters() {
        #expect(Base64.url.encode([0xfb, 0xff]) == "-_8")
        #expect(Base64.standard.encode([0xfb, 0xff]) == "+/8")
        #expect(Base64.url.decode("+/8") == nil)
        #expect(Base64.standard.decode("-_8") == nil)
    }

    @Test(arguments: ["Zg==", "Z", "Zm9vY", "Zh", "Zm9", "Zg\n", " Zg", "Z\u{301}g", "Zg\0", "é"])
    func base64ThatNoEncoderWritesIsRefused(text: String) {
        #expect(Base64.url.decode(text) == nil)
    }

    @Test func hexIsReadInEitherCaseAndNothingElse() {
        #expect(Hex.encode([0x00, 0xab, 0xff]) == "00abff")
        #expect(Hex.decode("00ABff") == [0x00, 0xab, 0xff])
        for text in ["0", "0g", "0x12", " 00", "00 ", "é0", "/0", ":0", "@0", "`0"] {
            #expect(Hex.decode(text) == nil)
        }
    }
}
