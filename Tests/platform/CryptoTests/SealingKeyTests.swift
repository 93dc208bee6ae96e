import Testing

@testable import RollcallCrypto

@Suite struct SealingKeyTests {
    private let row: [UInt8] = [1, 2, 3]
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
        let key = SealingKey(key: Secret(try #require(Hex.decode(key))), table: "")
        let (made, madeTag) = try key.encrypt(
            #require(Hex.decode(plaintext)), nonce: #require(Hex.decode(nonce)),
            with: #require(Hex.decode(associated)))
        #expect(Hex.encode(made) == ciphertext)
        #expect(Hex.encode(madeTag) == tag)
    }

    /// Sealed by Python's cryptography. A later version must open what tables hold.
    @Test func whatWasSealedElsewhereByTheSameRulesOpens() throws {
        let key = try key(of: Secret(Array(0..<32)), purpose: "rollcall signing keys")
        let sealed = try #require(
            Hex.decode("000102030405060708090a0baeb5a898a24278fa37b2c527d4ed6d675d39d645e0d4"))
        #expect(try key.open(sealed, of: row) == Secret(Array("secret".utf8)))
    }

    @Test func whatIsSealedOpensAgainAndNeverLooksTheSame() throws {
        let key = try key()
        let (one, other) = (
            try key.seal(content, of: row), try key.seal(content, of: row)
        )
        #expect(one != other)
        #expect(one.count == content.bytes.count + SealingKey.overhead)
        for sealed in [one, other] {
            #expect(try key.open(sealed, of: row) == content)
        }
        let nothing = try key.seal(Secret([]), of: row)
        #expect(try key.open(nothing, of: row) == Secret([]))
    }

    @Test func eachBitThatIsFlippedIsRefused() throws {
        let key = try key()
        let sealed = try key.seal(content, of: row)
        for index in sealed.indices {
            for bit in 0..<8 {
                var bytes = sealed
                bytes[index] ^= 1 << bit
                #expect(try key.open(bytes, of: row) == nil)
            }
        }
    }

    @Test func whatIsCutOrLongerIsRefused() throws {
        let key = try key()
        let bytes = try key.seal(content, of: row)
        for count in 0..<bytes.count {
            #expect(try key.open(Array(bytes.prefix(count)), of: row) == nil)
        }
        #expect(try key.open(bytes + [0], of: row) == nil)
    }

    @Test func anotherKeyPurposeTableOrRowIsRefused() throws {
        let sealed = try key().seal(content, of: row)
        let others = try [
            key(of: Secret([2])), key(purpose: "other"), key(table: "masterKey"),
        ]
        for other in others { #expect(try other.open(sealed, of: row) == nil) }
        for other: [UInt8] in [[1, 2, 4], [1, 2]] {
            #expect(try key().open(sealed, of: other) == nil)
        }
        // The same bytes, divided at another place.
        let divided = try key(table: "signingKe").open(sealed, of: Array("y".utf8) + row)
        #expect(divided == nil)
    }

    private func key(
        of secret: Secret = Secret([1]), purpose: String = "test", table: String = "signingKey"
    ) throws -> SealingKey {
        try SealingKey(derivedFrom: secret, purpose: purpose, table: table)
    }
}
