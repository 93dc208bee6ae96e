import RollcallBasics
import RollcallCrypto

/// The code and the link of a challenge, made from its identifier and the service's secret key
/// (`SecretKeyFile`) whenever they are needed.
///
/// So they stand in no table: a mail that waits names its challenge, the same mail sent again says
/// the same, and a copy of the database opens nothing. Who loses the key loses the challenges that
/// are open, and nothing else.
///
/// Each use of the key begins with a name of its own (`Use`), and no other use of it begins so.
struct ChallengeSecrets: Sendable {
    private let secret: Secret

    /// - Parameter secret: of `AuthStore.unlock`.
    init(secret: Secret) {
        self.secret = secret
    }

    /// The code of the challenge `id`. Every code is as likely as every other.
    ///
    /// - Throws: `CryptoError`.
    func code(of id: UUIDv7) throws -> ChallengeCode {
        for block in UInt8.min ... .max {
            let bytes = try derive(.code, id, [block])
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let number = UInt32(bigEndianBytes: bytes[start..<start + 4])
                // The rest of the range would make the first codes likelier than the others.
                if number < UInt32.max / ChallengeCode.count * ChallengeCode.count {
                    return ChallengeCode(number % ChallengeCode.count)
                }
            }
        }
        // 2,048 words of HMAC were all in the upper 2 % of their range.
        throw CryptoError.noRandomness
    }

    /// What stands behind the `#` of the challenge's link: 256 bits that follow from its
    /// identifier, which the token tells.
    ///
    /// - Throws: `CryptoError`.
    func linkToken(of id: UUIDv7) throws -> OpaqueToken {
        OpaqueToken(kind: .link, id: id.bytes, secret: Secret(try derive(.link, id)))
    }

    /// What may stand in a table in place of a code, which is short enough to be guessed from a
    /// digest that has no key.
    ///
    /// - Throws: `CryptoError`.
    func digest(of code: ChallengeCode, for id: UUIDv7) throws -> SHA256Digest {
        try digest(.codeDigest, id, Array(code.digits.utf8))
    }

    /// What may stand in a table in place of a link token.
    ///
    /// - Throws: `CryptoError`.
    func digest(of token: OpaqueToken, for id: UUIDv7) throws -> SHA256Digest {
        try digest(.linkDigest, id, token.secret.bytes)
    }

    /// What the key is used for.
    private enum Use: String {
        case code = "challenge.code"
        case link = "challenge.link"
        case codeDigest = "challenge.code-digest"
        case linkDigest = "challenge.link-digest"
    }

    /// HMAC-SHA256(secret, use | 0 | id | rest): 32 bytes.
    private func derive(_ use: Use, _ id: UUIDv7, _ rest: [UInt8] = []) throws -> [UInt8] {
        let message = Array(use.rawValue.utf8) + [0] + id.bytes + rest
        return try HMACSHA256.code(for: message, key: secret.bytes)
    }

    private func digest(_ use: Use, _ id: UUIDv7, _ rest: [UInt8]) throws -> SHA256Digest {
        guard let digest = SHA256Digest(bytes: try derive(use, id, rest)) else {
            throw CryptoError.openSSL("HMAC")
        }
        return digest
    }
}

extension OpaqueToken.Kind {
    /// A link that was mailed.
    static let link = OpaqueToken.Kind(prefix: "rcl1_")
}
