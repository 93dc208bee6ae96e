import Testing

@testable import RollcallCrypto

/// The examples of FIPS 180-4 (NIST's "SHA-256 example values").
struct SHA256DigestTests {
    static let examples: [(message: [UInt8], digest: String)] = [
        ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            Array(repeating: UInt8(ascii: "a"), count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test(arguments: examples.indices)
    func theStandardsExamplesComeOut(example: Int) {
        let (message, digest) = Self.examples[example]
        #expect(SHA256Digest(of: message).description == digest)
    }

    @Test func piecesGiveTheDigestOfTheWhole() {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for size in [1, 3, 63, 64, 65, 999] {
            let hasher = SHA256Hasher()
            for start in stride(from: 0, to: message.count, by: size) {
                hasher.update(Array(message[start..<min(start + size, message.count)]))
            }
            #expect(hasher.finish() == SHA256Digest(of: message))
        }
    }

    @Test func onlyThirtyTwoBytesAreADigest() {
        #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: 32)) != nil)
        for count in [0, 31, 33] {
            #expect(SHA256Digest(bytes: [UInt8](repeating: 0, count: count)) == nil)
        }
    }

    /// FIPS 180-4's own example.
    @Test func theSHA1OfAnExampleIsAsPublished() {
        let digest = SHA1Digest.bytes(of: Array("abc".utf8))
        #expect(Hex.encode(digest) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }
}
