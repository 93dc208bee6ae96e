import RollcallBasics
import RollcallCrypto

/// The code and the link of a challenge, derived from its identifier and the master key whenever
/// they are needed.
///
/// They stand in no table: a mail that is sent again says the same, and a copy of the database
/// opens nothing. Each use of the key has a name of its own (`Use`).
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

    /// What stands behind the `#` of the challenge's link.
    ///
    /// - Throws: `CryptoError`.
    func linkToken(of id: UUIDv7) throws -> OpaqueToken {
        OpaqueToken(kind: .link, id: id.bytes, secret: Secret(try derive(.link, id)))
    }

    /// What stands in the table in place of a code. A code is so short that it could be guessed
    /// from a digest without a key.
    ///
    /// - Throws: `CryptoError`.
    func digest(of code: ChallengeCode, for id: UUIDv7) throws -> SHA256Digest {
        try digest(.codeDigest, id, Array(code.digits.utf8))
    }

    /// What stands in the table in place of a link token.
    ///
    /// - Throws: `CryptoError`.
    func digest(of token: OpaqueToken, for id: UUIDv7) throws -> SHA256Digest {
        try digest(.linkDigest, id, token.secret.bytes)
    }

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
