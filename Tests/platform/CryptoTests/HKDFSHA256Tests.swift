import Testing

@testable import RollcallCrypto

@Suite struct HKDFSHA256Tests {
    /// RFC 5869, appendices A.1 to A.3.
    @Test(arguments: [
        (
            String(repeating: "0b", count: 22), "000102030405060708090a0b0c",
            "f0f1f2f3f4f5f6f7f8f9",
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            String(repeating: "0b", count: 22), "", "",
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ])
    func theVectorsOfTheRFCHold(
        secret: String, salt: String, purpose: String, key: String
    ) throws {
        let key = try #require(Hex.decode(key))
        let made = try HKDFSHA256.key(
            from: Secret(#require(Hex.decode(secret))), salt: #require(Hex.decode(salt)),
            purpose: #require(Hex.decode(purpose)), count: key.count)
        #expect(made.bytes == key)
    }

    @Test func eachPurposeAndEachSecretHasItsKey() throws {
        let (one, other) = (Secret([1]), Secret([2]))
        let keys = try [
            HKDFSHA256.key(from: one, purpose: "a"), HKDFSHA256.key(from: one, purpose: "b"),
            HKDFSHA256.key(from: other, purpose: "a"),
        ]
        #expect(Set(keys).count == 3)
        #expect(try HKDFSHA256.key(from: one, purpose: "a") == keys[0])
    }
}
