import RollcallBasics
import RollcallCrypto

/// The code and the link of a challenge, derived from its identifier and the master key whenever
/// they are needed.
///
/// They stand in no table: a mail that is sent again says the same, and a copy of the database
/// opens nothing. Each use of the key has a name of its own.
struct ChallengeSecrets: Sendable {
    private let seal: SealedText

    /// - Parameter secret: of `AuthStore.unlock`.
    init(secret: Secret) {
        seal = SealedText(key: secret)
    }

    /// The code of the challenge `id`. Every code is as likely as every other.
    ///
    /// - Throws: `CryptoError`.
    func code(of id: UUIDv7) throws -> DigitCode {
        let count: UInt32 = 100_000_000
        for block in UInt8.min ... .max {
            let bytes = try seal.code(of: id.bytes + [block], for: "challenge.code")
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let number = UInt32(bigEndianBytes: bytes[start..<start + 4])
                // The rest of the range would make the first codes likelier than the others.
                if number < UInt32.max / count * count {
                    return DigitCode(number % count, .mailed)
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
        let code = try seal.code(of: id.bytes, for: "challenge.link")
        return OpaqueToken(kind: .link, id: id.bytes, secret: Secret(code))
    }

    /// What stands in the table in place of a code. A code is so short that it could be guessed
    /// from a digest without a key.
    ///
    /// - Throws: `CryptoError`.
    func digest(of code: DigitCode, for id: UUIDv7) throws -> SHA256Digest {
        try seal.digest(of: id.bytes + code.digits.utf8, for: "challenge.code-digest")
    }

    /// What stands in the table in place of a link token.
    ///
    /// - Throws: `CryptoError`.
    func digest(of token: OpaqueToken, for id: UUIDv7) throws -> SHA256Digest {
        try seal.digest(of: id.bytes + token.secret.bytes, for: "challenge.link-digest")
    }
}

extension OpaqueToken.Kind {
    /// A link that was mailed.
    static let link = OpaqueToken.Kind(prefix: "rcl1_")
}
