import RollcallCrypto
import Testing

@Suite struct P256KeyTests {
    /// RFC 6979 A.2.5: a key, and its signatures by SHA-256 of two messages.
    @Test(arguments: [
        (
            "sample",
            """
            efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
            f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
            """
        ),
        (
            "test",
            """
            f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367\
            019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083
            """
        ),
    ])
    func theSignaturesOfRFC6979AreGood(message: String, signature: String) throws {
        let key = try P256PrivateKey(
            scalar: Secret(
                number(
                    "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721")))
        #expect(
            try key.x
                == number("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"))
        #expect(
            try key.y
                == number("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"))
        let signature = try number(signature)
        let publicKey = try P256PublicKey(x: key.x, y: key.y)
        #expect(publicKey.hasSigned(Array(message.utf8), as: signature))
        #expect(!publicKey.hasSigned(Array(message.utf8) + [0], as: signature))
    }

    /// As Apple's `.p8` files have one: PKCS #8 in PEM, by openssl(1).
    @Test func aKeyInPEMIsRead() throws {
        let key = try P256PrivateKey(pem: Self.pem)
        #expect(
            try key.x
                == number("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"))
    }

    /// Also one with a password, and one of P-384.
    @Test(arguments: [
        "", "nonsense", String(pem.dropLast(60)), withPassword, ofP384,
        "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
    ])
    func anythingElseInPEMIsRefused(text: String) {
        #expect(throws: KeyError.notAScalar) { try P256PrivateKey(pem: text) }
    }

    /// The key of RFC 6979 A.2.5.
    private static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgya+p2EW6dRZrXCFX
        Z7HWk05Qw9s26JsSe4piKxIPZyGhRANCAARg/tS6JVqdMclh63TGNW1owEm4kjth
        +mzmaWIuYPKftnkD/hAIuLyZpBrp6VYovGTy8bIMLX6fUXejwpTURiKZ
        -----END PRIVATE KEY-----
        """
    private static let withPassword = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIH0MF8GCSqGSIb3DQEFDTBSMDEGCSqGSIb3DQEFDDAkBBCvxJ1sMpYJ9ZB0V7gM
        vS3wAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQpsdwMbjW+ADOeoKl
        ch1gaQSBkHKws/WO1cYaC0VAUrYQD6+frIdk0e3z9EsUVHgJu1GCBlNfvGuVpVGI
        gixXrwajjaYcoy7DiEkJlQXw+tKzCowhLzA24r2UDO4pdyipq+mTxy2VrEt/I9MZ
        IpCGQqtrKrGicv/CIUJGQss492uszCU7QoVlsBYryTm2sVPwBxBxcpv7Gb5vJ2hw
        IeXqcrzbWw==
        -----END ENCRYPTED PRIVATE KEY-----
        """
    private static let ofP384 = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAehZANiAAQoPB1zZc5H
        iPKfjr8jTt/+rW/pl/vqX/otWMyd+nscUIsFUm9VueuyBA8FtI+20OGUdcmQYeQb
        iLpS79uMFpBHGmHYZ+15lynZySzQHb0iVjDYTt4yp4+eZGZM2sUS74w=
        -----END PRIVATE KEY-----
        """

    /// Numbers at the ends of their ranges, sums at infinity, lengths, keys off the curve.
    @Test(arguments: [1, Int.random(in: 2...1_000_000)])
    func everyEdgeIsJudgedAsByAnotherImplementation(seed: Int) throws {
        let cases = try SignatureCase.all("p256", seed: seed)
        #expect(Set(cases.map(\.verdict)).count == 3)
        // Many are of the same key, and it takes time to make one ready.
        var keys: [[[UInt8]]: P256PublicKey] = [:]
        for one in cases {
            let numbers = [one.key.0, one.key.1]
            let key = try? keys[numbers] ?? P256PublicKey(x: numbers[0], y: numbers[1])
            keys[numbers] = key
            #expect((key == nil) == (one.verdict == .key), "\(one.name)")
            let isGood = key?.hasSigned(one.message, as: one.signature) ?? false
            #expect(isGood == (one.verdict == .good), "\(one.name)")
        }
    }

    @Test func whatItSignsIsGoodForItsOwnKeyAlone() throws {
        let keys = try (0..<4).map { _ in
            try P256PrivateKey(scalar: Secret(RandomSource.system.bytes(32)))
        }
        let publicKeys = try keys.map { try P256PublicKey(x: $0.x, y: $0.y) }
        for index in 0..<200 {
            let message = try RandomSource.system.bytes(index)
            for (signer, key) in keys.enumerated() {
                let signature = try key.sign(message)
                #expect(signature.count == 64)
                for (other, key) in publicKeys.enumerated() {
                    let isGood = key.hasSigned(message, as: signature)
                    #expect(isGood == (signer == other))
                }
            }
        }
    }

    /// A random number that comes twice would tell the private key.
    @Test func everySignatureIsAnother() throws {
        let key = try P256PrivateKey(scalar: Secret(RandomSource.system.bytes(32)))
        let halves = try (0..<100).map { _ in try key.sign([1]).prefix(32) }
        #expect(Set(halves).count == halves.count)
    }

    /// The order of the curve (FIPS 186-5, SP 800-186 §3.2.1.3), and its peerServices.
    @Test(arguments: [
        ("0000000000000000000000000000000000000000000000000000000000000000", false),
        ("0000000000000000000000000000000000000000000000000000000000000001", true),
        ("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550", true),
        ("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", false),
        ("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632552", false),
        ("ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", false),
        ("01", false), ("", false),
        ("000000000000000000000000000000000000000000000000000000000000000001", false),
    ])
    func aPrivateKeyIsANumberBelowTheOrder(digits: String, isKey: Bool) throws {
        let scalar = try Secret(number(digits))
        guard isKey else {
            #expect(throws: KeyError.notAScalar) { try P256PrivateKey(scalar: scalar) }
            return
        }
        let key = try P256PrivateKey(scalar: scalar)
        // The generator for 1, and the point opposite to it for n - 1.
        #expect(
            try key.x
                == number("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"))
        let publicKey = try P256PublicKey(x: key.x, y: key.y)
        #expect(try publicKey.hasSigned([1, 2], as: key.sign([1, 2])))
    }

    @Test func threadsShareAKey() async throws {
        let key = try P256PrivateKey(scalar: Secret(RandomSource.system.bytes(32)))
        let publicKey = try P256PublicKey(x: key.x, y: key.y)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { index in
                        let message = [UInt8(task), UInt8(index)]
                        guard let signature = try? key.sign(message) else { return false }
                        return publicKey.hasSigned(message, as: signature)
                            && !publicKey.hasSigned([0], as: signature)
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    private func number(_ digits: String) throws -> [UInt8] {
        try #require(Hex.decode(digits))
    }
}
