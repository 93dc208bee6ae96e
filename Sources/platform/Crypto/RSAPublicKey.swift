import COpenSSL
import RollcallBasics

/// Verifies RS256 signatures (RFC 7518 §3.3): RSASSA-PKCS1-v1_5 over SHA-256 (RFC 8017 §8.2).
///
/// For tokens that others sign, such as identity tokens. Rollcall signs its own by ES256.
package struct RSAPublicKey: Sendable {
    /// The sizes of a modulus that are accepted, in bits.
    ///
    /// RFC 7518 §3.3 forbids less than 2048: 1024 bits are within reach of those who factor
    /// numbers. The time of a verification grows with the square of the size, and the key comes
    /// from elsewhere; nobody signs tokens with more than 4096.
    package static let modulusBits = 2048...8192
    /// The least exponent that is accepted: 2¹⁶ + 1, which nearly all keys have (FIPS 186-5 §A.1.1
    /// asks for more than 2¹⁶). Exponents such as 3 have made forgeries possible wherever a
    /// verifier was careless with padding.
    package static let leastExponent: UInt64 = 65537

    private let modulusByteCount: Int
    private let handle: KeyHandle

    /// - Parameters: both big-endian, as a JWK has them (RFC 7518 §6.3.1): without leading zeros.
    /// - Throws: `KeyError.badModulus` unless it is odd and of one of `modulusBits`;
    ///   `KeyError.badExponent` unless it is odd, `leastExponent` or more, and below 2⁶⁴. Longer
    ///   ones only take longer, and libcrypto refuses them, too.
    package init(modulus: [UInt8], exponent: [UInt8]) throws(KeyError) {
        guard let first = modulus.first, first != 0, modulus.last.map({ $0 & 1 }) == 1,
            Self.modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount)
        else { throw .badModulus }
        guard let first = exponent.first, first != 0, exponent.count <= 8 else {
            throw .badExponent
        }
        let number = UInt64(bigEndianBytes: exponent)
        guard number & 1 == 1, number >= Self.leastExponent else { throw .badExponent }
        let encoded = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        let key = encoded.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_PublicKey(EVP_PKEY_RSA, nil, &next, bytes.count)
        }
        let handle = KeyHandle(key) { context in
            EVP_PKEY_verify_init(context) == 1
                ? EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) : 0
        }
        guard let handle else { throw .badModulus }
        (self.modulusByteCount, self.handle) = (modulus.count, handle)
    }

    /// Whether `signature` was made of `message` with this key.
    ///
    /// - Parameter signature: of any length; only one as long as the modulus can be one.
    package func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
        signature.count == modulusByteCount
            && handle.hasSigned(SHA256Digest(of: message), as: signature)
    }
}
