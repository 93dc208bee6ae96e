import Testing

@testable import RollcallCrypto

struct PasswordHashTests {
    static let text =
        "$argon2id$v=19$m=19456,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$"
        + "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"

    @Test func theTextComesBack() throws {
        let hash = try PasswordHash(Self.text)
        #expect(hash.text == Self.text)
        #expect(hash.function == .argon2id(.standard))
        #expect(hash.salt == Array(0...15))
    }

    @Test func noPrefixIsAHash() {
        for count in 0..<Self.text.count {
            let hash = try? PasswordHash(String(Self.text.prefix(count)))
            // A shorter tag is a hash, if it is long enough: only whole ones are ours.
            #expect(hash?.needsRehash(for: .standard) ?? true)
        }
    }

    @Test(arguments: [
        "", "$argon2id", "argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=8,t=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$t=1,m=8,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=08,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=+8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m= 8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=8,t=1,p=1,$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw$",
        "$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc=$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODx",
        "$argon2id$v=19$m=99999999999999999999,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw",
        "$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw\n",
        "$argon2id$v=19$m=8,t=1,p=1$AAECAwQFBgc$" + String(repeating: "A", count: 300),
    ])
    func malformedTextIsRefused(text: String) {
        #expect(throws: PasswordHashError.malformed) { try PasswordHash(text) }
    }

    @Test(arguments: [
        "m=7,t=1,p=1", "m=1048577,t=1,p=1", "m=4194304,t=1,p=1", "m=8,t=0,p=1", "m=8,t=21,p=1",
        "m=8,t=2147483648,p=1", "m=8,t=1,p=0", "m=136,t=1,p=17", "m=262144,t=8,p=1", "m=31,t=1,p=4",
        "m=-8,t=1,p=1",
    ])
    func costsOutOfBoundsAreRefusedBeforeAnyMemoryIsTaken(cost: String) {
        let text = "$argon2id$v=19$\(cost)$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw"
        #expect(throws: PasswordHashError.parametersOutOfBounds) { try PasswordHash(text) }
    }

    @Test func saltsAndTagsOutOfBoundsAreRefused() {
        for (salt, tag) in [(7, 32), (65, 32), (16, 15), (16, 65)] {
            #expect(throws: PasswordHashError.parametersOutOfBounds) {
                try PasswordHash(
                    parameters: .standard, salt: Array(repeating: 0, count: salt),
                    tag: Array(repeating: 0, count: tag))
            }
        }
    }

    @Test(arguments: [
        ("$argon2d$v=19$m=8,t=1,p=1$AAECAwQFBgc$AA", PasswordHashError.unsupportedAlgorithm),
        ("$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/", .unsupportedAlgorithm),
        ("$argon2id$v=16$m=8,t=1,p=1$AAECAwQFBgc$AAECAwQFBgcICQoLDA0ODw", .unsupportedVersion),
    ])
    func anotherFunctionOrVersionIsNamed(text: String, error: PasswordHashError) {
        #expect(throws: error) { try PasswordHash(text) }
    }

    @Test func randomEditsNeverTrap() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var bytes = Array(Self.text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if let hash = try? PasswordHash(text) { #expect(hash.text == text) }
        }
    }

    @Test func otherCostsNeedARehash() throws {
        let hash = try PasswordHash(Self.text)
        #expect(!hash.needsRehash(for: .standard))
        #expect(try hash.needsRehash(for: Argon2Parameters(kibibytes: 19_456, passes: 3, lanes: 1)))
        #expect(try hash.needsRehash(for: Argon2Parameters(kibibytes: 8192, passes: 2, lanes: 1)))
    }

    @Test func printingAHashHidesItsTag() throws {
        #expect(try "\(PasswordHash(Self.text))".contains("<redacted>"))
    }
}
