import Testing

@testable import RollcallCrypto

struct Argon2idTests {
    /// RFC 9106 §5.3.
    @Test func theRFCsVectorComesOut() throws {
        let function = try Argon2id(
            parameters: Argon2Parameters(kibibytes: 32, passes: 3, lanes: 4),
            salt: Array(repeating: 2, count: 16), byteCount: 32,
            secret: Array(repeating: 3, count: 8), associatedData: Array(repeating: 4, count: 12))
        let arena = try Argon2Arena(kibibytes: 32)
        let tag = try function.tag(of: Array(repeating: 1, count: 32), in: arena)
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
        // Too small for the last of them: what is imported brings its own memory.
        let arena = try Argon2Arena(kibibytes: 256)
        #expect(hash.text == text)
        #expect(try hash.matches(Array(password.utf8), in: arena))
        #expect(try !hash.matches(Array("Password".utf8), in: arena))
    }

    @Test func theArenaIsWipedAfterAHash() throws {
        let arena = try Argon2Arena(kibibytes: 1024)
        let function = try Argon2id(
            parameters: Argon2Parameters(kibibytes: 1024, passes: 1, lanes: 2),
            salt: Array(repeating: 0, count: 16), byteCount: 32)
        _ = try function.tag(of: [1, 2, 3], in: arena)
        #expect(arena.bytes.allSatisfy { $0 == 0 })
    }

    @Test func aDirtyArenaDoesNotChangeTheHash() throws {
        let parameters = try Argon2Parameters(kibibytes: 64, passes: 2, lanes: 2)
        let arena = try Argon2Arena(kibibytes: 512)
        let salt = [UInt8](repeating: 9, count: 16)
        let first = try PasswordHash(of: [1], salt: salt, parameters: parameters, in: arena)
        let larger = try Argon2Parameters(kibibytes: 512, passes: 1, lanes: 3)
        _ = try PasswordHash(of: [2], salt: salt, parameters: larger, in: arena)
        let second = try PasswordHash(of: [1], salt: salt, parameters: parameters, in: arena)
        #expect(first == second)
    }

    @Test func anArenaTooSmallIsAnErrorNotAnOverrun() throws {
        let function = try Argon2id(
            parameters: Argon2Parameters(kibibytes: 64, passes: 1, lanes: 2),
            salt: Array(repeating: 0, count: 16), byteCount: 32)
        #expect(throws: CryptoError.argon2(code: -22)) {
            try function.tag(of: [1], in: Argon2Arena(kibibytes: 32))
        }
    }

    /// One computes what the other has stored, so they must agree wherever both can.
    @Test func libsodiumAndLibargon2ComputeTheSame() throws {
        let arena = try Argon2Arena(kibibytes: 4096)
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
                    == function.argon2Tag(of: password, in: arena),
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
        let arena = try Argon2Arena(kibibytes: 64)
        let parameters = try Argon2Parameters(kibibytes: 64, passes: 1, lanes: 1)
        let salt = [UInt8](repeating: 9, count: 16)
        let passwords: [[UInt8]] = [[], [0], [0, 0], [1, 0, 2], [1]]
        let tags = try passwords.map {
            try PasswordHash(of: $0, salt: salt, parameters: parameters, in: arena).tag
        }
        #expect(Set(tags).count == passwords.count)
    }
}
