import Testing

@testable import RollcallCrypto

/// The test cases of RFC 4231 §4, without the truncated one.
struct HMACSHA256Tests {
    static let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            Array(repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xaa, count: 20), Array(repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), Array(repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            Array(repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]

    @Test(arguments: cases.indices)
    func theRFCsCasesComeOut(index: Int) throws {
        let (key, message, code) = Self.cases[index]
        #expect(try Hex.encode(HMACSHA256.code(for: message, key: key)) == code)
    }

    @Test func aCodeOfAnotherKeyOrMessageIsRefused() throws {
        let code = try HMACSHA256.code(for: [1, 2, 3], key: [4])
        #expect(try constantTimeEqual(code, HMACSHA256.code(for: [1, 2, 3], key: [4])))
        #expect(try !constantTimeEqual(code, HMACSHA256.code(for: [1, 2, 3], key: [5])))
        #expect(try !constantTimeEqual(code, HMACSHA256.code(for: [1, 2], key: [4])))
        #expect(
            try !constantTimeEqual(
                Array(code.dropLast()), HMACSHA256.code(for: [1, 2, 3], key: [4])))
    }

    @Test func anEmptyKeyAndMessageHaveACode() throws {
        let code = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        #expect(try Hex.encode(HMACSHA256.code(for: [], key: [])) == code)
    }
}
