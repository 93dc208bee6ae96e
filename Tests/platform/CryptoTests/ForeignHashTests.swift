import Testing

@testable import RollcallCrypto

/// Hashes that other servers have made.
struct ForeignHashTests {
    static let firebaseKey =
        "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
    /// As Supabase writes the example of github.com/firebase/scrypt.
    static let firebase =
        "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=\(firebaseKey)$42xEC+ixf3L2lw==$"
        + "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
    /// Of "password", with little cost.
    static let texts = [
        "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
        "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E",
        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
        "$pbkdf2-sha256$i=1000$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY",
    ]

    @Test func theExampleOfFirebaseMatches() throws {
        let (key, text) = try #require(SignerKey.separated(from: Self.firebase))
        let hash = try PasswordHash(text)
        #expect(hash.function.signerKeyID == key.id)
        #expect(try hash.matches(Array("user1password".utf8), signerKey: key))
        #expect(try !hash.matches(Array("user2password".utf8), signerKey: key))
        #expect(try !hash.matches(Array("user1password".utf8), signerKey: nil))
        let other = try #require(SignerKey(Array(repeating: 7, count: 64)))
        #expect(try !hash.matches(Array("user1password".utf8), signerKey: other))
    }

    @Test func aSignerKeyIsTakenOutOfAHashAndPutBack() throws {
        let (key, text) = try #require(SignerKey.separated(from: Self.firebase))
        let stored = try PasswordHash(text).text
        #expect(!stored.contains("sk=") && stored.contains("kid=\(key.id)$"))
        let again = try #require(SignerKey.separated(from: key.joined(to: stored)))
        #expect(again.key == key)
        #expect(try PasswordHash(again.hash).text == stored)
        #expect("\(key)".contains("<redacted>"))
        for text in ["", "$fbscrypt$v=1,sk=AAAA$", "$fbscrypt$v=1,sk=", Self.texts[0]] {
            #expect(SignerKey.separated(from: text) == nil)
        }
    }

    /// RFC 7914 §12.
    @Test func theVectorsOfScryptComeOut() throws {
        let short = try ScryptCost(exponent: 10, blockSize: 8, lanes: 16)
        #expect(
            try Hex.encode(
                short.key(of: Array("password".utf8), salt: Array("NaCl".utf8), byteCount: 64))
                == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
        let usual = try ScryptCost(exponent: 14, blockSize: 8, lanes: 1)
        #expect(
            try Hex.encode(
                usual.key(
                    of: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8),
                    byteCount: 64))
                == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
    }

    /// RFC 7914 §11, and for SHA-512 the values of RFC 6070 as other libraries test them.
    @Test(arguments: [
        (
            "sha256", 1, "passwd", "salt",
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        ),
        (
            "sha256", 80_000, "Password", "NaCl",
            "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
        ),
        (
            "sha512", 4096, "password", "salt",
            "d197b1b33db0143e018b12f3d1d1479e6cdebdcc97c5c0f87f6902e072f457b5"
        ),
    ])
    func theVectorsOfPBKDF2ComeOut(
        digest: String, iterations: Int, password: String, salt: String, key: String
    ) throws {
        let function = try PBKDF2(
            digest: #require(PBKDF2.Digest(rawValue: digest)), iterations: iterations)
        let made = try function.key(
            of: Array(password.utf8), salt: Array(salt.utf8), byteCount: 32)
        #expect(Hex.encode(made) == key)
    }

    /// From crypt_blowfish's wrapper.c.
    @Test(arguments: [
        ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        ("U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
        ("U*U*U", "$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a"),
        ("\u{a3}", "$2b$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq"),
        ("\u{a3}", "$2y$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq"),
        ("\u{ff}\u{ff}\u{a3}", "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"),
    ])
    func theVectorsOfBcryptMatch(latin1: String, text: String) throws {
        let password = latin1.unicodeScalars.map { UInt8($0.value) }
        let hash = try PasswordHash(text)
        #expect(hash.text == text)
        #expect(try hash.matches(password))
        #expect(try !hash.matches(password + [1]))
        #expect(try !hash.matches([]))
    }

    /// H1: bcrypt reads 72 bytes. Others that begin alike would all be correct.
    @Test func aPasswordThatBcryptDoesNotReadToItsEndIsWrong() throws {
        let text =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
            + "chars after 72 are ignored"
        let hash = try PasswordHash("$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui")
        #expect(try hash.matches(Array(text.utf8.prefix(72))))
        #expect(try !hash.matches(Array(text.utf8.prefix(73))))
        #expect(try !hash.matches(Array(text.utf8)))
        let short = try PasswordHash("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW")
        #expect(try !short.matches(Array("U*U\0U".utf8)))
    }

    @Test func theReferencesHashesMatchWhateverTheLanes() throws {
        for text in Self.texts {
            let hash = try PasswordHash(text)
            #expect(hash.text == text)
            #expect(try hash.matches(Array("password".utf8)))
            #expect(try !hash.matches(Array("Password".utf8)))
            #expect(hash.needsRehash(for: .standard))
            #expect(try HashFunction(hash.function.text) == hash.function)
        }
    }

    /// The blocks of the key are made one by one: the first is kept.
    @Test func aLongKeyOfPBKDF2IsAccepted() throws {
        let text =
            "$pbkdf2-sha256$i=1000,l=64$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeT"
            + "YqbUzRMn7AelvAUajGYx8b3VjHNUfFktvObgPk734Z7zPQ"
        let hash = try PasswordHash(text)
        #expect(hash.text == Self.texts[3])
        #expect(try hash.matches(Array("password".utf8)))
    }

    /// H4. Nothing is computed or allocated for these.
    @Test(arguments: [
        "$scrypt$ln=40,r=8,p=1$c29tZXNhbHQ$", "$scrypt$ln=20,r=8,p=1$c29tZXNhbHQ$",
        "$scrypt$ln=0,r=8,p=1$c29tZXNhbHQ$", "$scrypt$ln=14,r=0,p=1$c29tZXNhbHQ$",
        "$scrypt$ln=14,r=8,p=0$c29tZXNhbHQ$", "$scrypt$ln=14,r=8,p=1073741823$c29tZXNhbHQ$",
        "$scrypt$ln=18,r=8,p=64$c29tZXNhbHQ$", "$scrypt$ln=17,r=1,p=1$c29tZXNhbHQ$",
        "$scrypt$ln=9223372036854775807,r=8,p=1$c29tZXNhbHQ$",
        "$argon2i$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$",
        "$argon2i$v=19$m=8,t=2147483648,p=1$c29tZXNhbHQ$", "$argon2i$v=19$m=8,t=1,p=0$c29tZXNhbHQ$",
        "$pbkdf2-sha256$i=0$c29tZXNhbHQ$", "$pbkdf2-sha512$i=2147483648$c29tZXNhbHQ$",
    ])
    func hostileCostsAreRefused(start: String) {
        let text = start + "iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
        #expect(throws: PasswordHashError.parametersOutOfBounds) { try PasswordHash(text) }
    }

    @Test(arguments: ["00", "03", "15", "31", "99"])
    func hostileRoundsOfBcryptAreRefused(exponent: String) {
        let text = "$2b$\(exponent)$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
        #expect(throws: PasswordHashError.parametersOutOfBounds) { try PasswordHash(text) }
    }

    @Test(arguments: [
        "$2b$5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        "$2b$+5$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW",
        "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe",
        "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOe!", "$scrypt$", "$2b$05",
        "$scrypt$ln=14,r=8$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghk",
        "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghk",
        "$pbkdf2-sha256$i=1000,l=x$c2FsdHNhbHQ$E196ZhRPzw+wA84EjzHwJO1cv/MFJdO6C/sxmUeTYqY",
    ])
    func malformedHashesAreRefused(text: String) {
        #expect(throws: PasswordHashError.malformed) { try PasswordHash(text) }
    }

    /// H5.
    @Test func randomEditsAreRefusedOrReadTheSameAgain() throws {
        let stored = try #require(SignerKey.separated(from: Self.firebase)).hash
        let bcrypt = "$2b$05$/OK.fbVrR/bpIqNJ5ianF.Sa7shbm4.OzKpvFnX1pQLmQW96oUlCq"
        let scrypt = "$scrypt$ln=14,r=8,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8"
        let alphabet = Array("$,=0123456789lnrptmivsk+/.AZ".utf8) + [0, 0xff, 10]
        var accepted = 0
        for text in Self.texts + [stored, bcrypt, scrypt] {
            for _ in 0..<20_000 {
                var bytes = Array(text.utf8)
                for _ in 0..<Int.random(in: 1...3) {
                    let index = Int.random(in: bytes.indices)
                    switch Int.random(in: 0...2) {
                    case 0: bytes[index] = alphabet.randomElement() ?? 0
                    case 1: bytes.insert(alphabet.randomElement() ?? 0, at: index)
                    default: bytes.remove(at: index)
                    }
                }
                guard let hash = try? PasswordHash(String(decoding: bytes, as: UTF8.self)) else {
                    continue
                }
                accepted += 1
                #expect(hash.function.work <= HashFunction.mostWork)
                #expect(hash.function.kibibytes <= HashFunction.mostKibibytes)
                #expect(try PasswordHash(hash.text) == hash)
            }
        }
        #expect(accepted > 0)
    }
}
