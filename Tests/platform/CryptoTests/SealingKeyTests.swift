import Testing

@testable import RollcallCrypto

@Suite struct SealingKeyTests {
    private let place = SealedPlace(table: "signingKey", row: [1, 2, 3])
    private let content = Secret(Array(0..<32))

    /// Test cases 14 and 16 of McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)",
    /// 2005, appendix B.
    @Test(arguments: [
        (
            String(repeating: "00", count: 32), String(repeating: "00", count: 12), "",
            String(repeating: "00", count: 16), "cea7403d4d606b6e074ec5d3baf39d18",
            "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            "cafebabefacedbaddecaf888", "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ])
    func theVectorsOfGCMHold(
        key: String, nonce: String, associated: String, plaintext: String, ciphertext: String,
        tag: String
    ) throws {
        let key = SealingKey(key: Secret(try #require(Hex.decode(key))))
        let (made, madeTag) = try key.encrypt(
            #require(Hex.decode(plaintext)), nonce: #require(Hex.decode(nonce)),
            with: #require(Hex.decode(associated)))
        #expect(Hex.encode(made) == ciphertext)
        #expect(Hex.encode(madeTag) == tag)
    }

    @Test func whatIsSealedOpensAgainAndNeverLooksTheSame() throws {
        let key = try SealingKey(derivedFrom: Secret([1]), purpose: "test")
        let (one, other) = (
            try key.seal(content, at: place), try key.seal(content, at: place)
        )
        #expect(one != other)
        #expect(one.bytes.count == content.bytes.count + SealedBytes.overhead)
        for sealed in [one, other] {
            #expect(try key.open(#require(SealedBytes(sealed.bytes)), at: place) == content)
        }
        let nothing = try key.seal(Secret([]), at: place)
        #expect(try key.open(nothing, at: place) == Secret([]))
    }

    @Test func eachBitThatIsFlippedIsRefused() throws {
        let key = try SealingKey(derivedFrom: Secret([1]), purpose: "test")
        let sealed = try key.seal(content, at: place)
        for index in sealed.bytes.indices {
            for bit in 0..<8 {
                var bytes = sealed.bytes
                bytes[index] ^= 1 << bit
                #expect(try key.open(#require(SealedBytes(bytes)), at: place) == nil)
            }
        }
    }

    @Test func whatIsCutOrLongerIsRefused() throws {
        let key = try SealingKey(derivedFrom: Secret([1]), purpose: "test")
        let bytes = try key.seal(content, at: place).bytes
        for count in 0..<bytes.count {
            guard let sealed = SealedBytes(Array(bytes.prefix(count))) else {
                #expect(count < SealedBytes.overhead)
                continue
            }
            #expect(try key.open(sealed, at: place) == nil)
        }
        #expect(try key.open(#require(SealedBytes(bytes + [0])), at: place) == nil)
    }

    @Test func anotherKeyPurposeTableOrRowIsRefused() throws {
        let secret = Secret([1])
        let key = try SealingKey(derivedFrom: secret, purpose: "test")
        let sealed = try key.seal(content, at: place)
        let others = try [
            SealingKey(derivedFrom: Secret([2]), purpose: "test"),
            SealingKey(derivedFrom: secret, purpose: "other"),
        ]
        for other in others { #expect(try other.open(sealed, at: place) == nil) }
        let places = [
            SealedPlace(table: "signingKey", row: [1, 2, 4]),
            SealedPlace(table: "signingKey", row: [1, 2]),
            SealedPlace(table: "masterKey", row: [1, 2, 3]),
            // The same bytes, divided at another place.
            SealedPlace(table: "signingKe", row: Array("y".utf8) + [1, 2, 3]),
        ]
        for other in places { #expect(try key.open(sealed, at: other) == nil) }
    }
}
