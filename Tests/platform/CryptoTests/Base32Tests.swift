import Testing

@testable import RollcallCrypto

struct Base32Tests {
    /// RFC 4648 §10, without its padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func theRFCsVectorsComeOut(plain: String, coded: String) {
        #expect(Base32.standard.encode(plain.utf8) == coded)
    }

    @Test func theReadableAlphabetHasNoLettersThatLookLikeOthers() {
        let texts = (0..<1000).map { number in
            Base32.readable.encode((0..<5).map { UInt8(truncatingIfNeeded: number &* 37 &+ $0) })
        }
        let letters = Set(texts.joined())
        #expect(letters.isDisjoint(with: "ilouILOU"))
        #expect(letters.count == 32)
    }
}
