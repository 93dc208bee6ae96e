import Testing

@testable import RollcallCrypto

struct Argon2idTests {
    /// RFC 9106 §5.3.
    @Test func theRFCsVectorComesOut() throws {
        let function = try Argon2id(
            parameters: Argon2Parameters(kibibytes: 32, passes: 3, lanes: 4),
            salt: Array(repeating: 2, count: 16), byteCount: 32,
            secret: Array(repeating: 3, count: 8), associatedData: Array(repeating: 4, count: 12))
        let tag = try function.tag(of: Array(repeating: 1, count: 32))
        let expected = "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"
        #expect(Hex.encode(tag) == expected)
    }

    /// From the reference implementation's `test.c`, version 0x13.
    @Test(arguments: [
        (
            "password",
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
        ),
        (
            "password",
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"
        ),
        (
            "password",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
        ),
    ])
    func theReferencesHashesMatch(password: String, text: String) throws {
        let hash = try PasswordHash(text)
        #expect(hash.text == text)
        #expect(try hash.matches(Array(password.utf8)))
        #expect(try !hash.matches(Array("Password".utf8)))
    }

    /// One computes what the other has stored, so they must agree wherever both can.
    @Test func libsodiumAndLibargon2ComputeTheSame() throws {
        for index in 0..<200 {
            let parameters = try Argon2Parameters(
                kibibytes: index < 20 ? 8 + index : .random(in: 8...4096),
                passes: .random(in: 1...4), lanes: 1)
            let function = Argon2id(
                parameters: parameters, salt: try RandomSource.system.bytes(16),
                byteCount: .random(in: 16...64))
            let length = index == 0 ? 0 : Int.random(in: 0...(index < 100 ? 64 : 4096))
            let password = try RandomSource.system.bytes(length)
            #expect(function.isForSodium)
            #expect(
                try function.sodiumTag(of: password)
                    == function.argon2Tag(of: password),
                "\(parameters.text) \(length) bytes")
        }
    }

    /// libsodium has no parameter for these.
    @Test func whatLibsodiumDoesNotKnowIsForLibargon2() throws {
        let one = try Argon2Parameters(kibibytes: 64, passes: 1, lanes: 1)
        let two = try Argon2Parameters(kibibytes: 64, passes: 1, lanes: 2)
        func isForSodium(_ parameters: Argon2Parameters, salt: Int, tag: Int = 32) -> Bool {
            Argon2id(
                parameters: parameters, salt: Array(repeating: 1, count: salt), byteCount: tag
            ).isForSodium
        }
        #expect(isForSodium(one, salt: 16))
        #expect(isForSodium(.standard, salt: PasswordHash.saltByteCount))
        #expect(!isForSodium(two, salt: 16))
        #expect(!isForSodium(one, salt: 8))
        #expect(!isForSodium(one, salt: 17))
        #expect(!isForSodium(one, salt: 16, tag: 4))
    }

    @Test func theEmptyPasswordAndOneWithZeroBytesAreHashed() throws {
        let parameters = try Argon2Parameters(kibibytes: 64, passes: 1, lanes: 1)
        let salt = [UInt8](repeating: 9, count: 16)
        let passwords: [[UInt8]] = [[], [0], [0, 0], [1, 0, 2], [1]]
        let tags = try passwords.map {
            try PasswordHash(of: $0, salt: salt, parameters: parameters).tag
        }
        #expect(Set(tags).count == passwords.count)
    }
}
