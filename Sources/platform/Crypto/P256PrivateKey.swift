import CSignatures

/// Makes ES256 signatures (RFC 7518 §3.4).
package struct P256PrivateKey: Sendable {
    /// Of the public key: big-endian, 32 bytes each.
    package let x, y: [UInt8]
    private let handle: KeyHandle

    /// - Parameter scalar: 32 bytes, big-endian.
    /// - Throws: `KeyError.notAScalar` for zero and for numbers from the order of the curve on.
    package init(scalar: Secret) throws(KeyError) {
        let half = P256PublicKey.coordinateByteCount
        var point = [UInt8](repeating: 0, count: 1 + 2 * half)
        guard scalar.bytes.count == half,
            let handle = KeyHandle(
                signatures_p256_private_make(scalar.bytes, &point),
                freedBy: signatures_p256_private_free)
        else { throw .notAScalar }
        (x, y) = (Array(point[1...half]), Array(point[(1 + half)...]))
        self.handle = handle
    }

    /// - Returns: r and s, 32 bytes each. Every signature is another: each takes a new random number.
    /// - Throws: `CryptoError.openSSL` when libcrypto has no memory or no randomness.
    package func sign(_ message: some Sequence<UInt8>) throws -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: P256PublicKey.signatureByteCount)
        let isSigned = SHA256Digest(of: message).withBytes { digest in
            signatures_p256_sign(handle.pointer, digest.baseAddress, &signature)
        }
        guard isSigned == 1 else { throw CryptoError.openSSL("EVP_PKEY_sign") }
        return signature
    }
}
