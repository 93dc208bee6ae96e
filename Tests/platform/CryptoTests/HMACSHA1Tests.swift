import Testing

@testable import RollcallCrypto

/// The test cases of RFC 2202 §3, without the truncated one.
struct HMACSHA1Tests {
    static let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            Array(repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        (
            Array(repeating: 0xaa, count: 20), Array(repeating: 0xdd, count: 50),
            "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        (
            Array(1...25), Array(repeating: 0xcd, count: 50),
            "4c9007f4026250c6bc8414f9bf50c86c2d7235da"
        ),
        (
            Array(repeating: 0xaa, count: 80),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        (
            Array(repeating: 0xaa, count: 80),
            Array(
                "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data".utf8),
            "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
        ),
    ]

    @Test(arguments: cases.indices)
    func theRFCsCasesComeOut(index: Int) throws {
        let (key, message, code) = Self.cases[index]
        #expect(try Hex.encode(HMACSHA1.code(for: message, key: key)) == code)
    }
}
