import COpenSSL

/// Verifies ES256 signatures (RFC 7518 §3.4): ECDSA over P-256 and SHA-256, r and s side by side.
package struct P256PublicKey: Sendable {
    /// Bytes of a signature: 32 for each of r and s.
    package static let signatureByteCount = 64
    /// Bytes of a coordinate.
    static let coordinateByteCount = 32

    /// Big-endian, 32 bytes each.
    package let x, y: [UInt8]
    private let handle: KeyHandle

    /// - Parameters: the point, as a JWK has it (RFC 7518 §6.2.1): 32 bytes each, big-endian. The
    ///   point at infinity has no such coordinates.
    /// - Throws: `KeyError.notAPoint`.
    package init(x: [UInt8], y: [UInt8]) throws(KeyError) {
        guard x.count == Self.coordinateByteCount, y.count == Self.coordinateByteCount else {
            throw .notAPoint
        }
        // Refused unless both are below p, and the point is on the curve.
        let point = [4] + x + y
        let key = rollcall_p256_key(point, point.count)
        guard let handle = KeyHandle(key, beginning: EVP_PKEY_verify_init) else {
            throw .notAPoint
        }
        (self.x, self.y, self.handle) = (x, y, handle)
    }

    /// Whether `signature` was made of `message` with this key.
    ///
    /// With (r, s), (r, n - s) is a signature, too. RFC 7518 asks for neither form, and other
    /// signers write both, so both are accepted. A signature is therefore not a name: two texts of
    /// a token may say the same and be signed alike.
    ///
    /// - Parameter signature: of any length; only 64 bytes can be one.
    package func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
        guard signature.count == Self.signatureByteCount else { return false }
        let (r, s) = (signature.prefix(32), signature.suffix(32))
        return handle.hasSigned(
            SHA256Digest(of: message), as: DER.sequence(DER.integer(r), DER.integer(s)))
    }

    /// The same for a signature as X.509 and WebAuthn have it: a DER sequence of r and s (RFC 3279
    /// §2.2.3). libcrypto refuses any other encoding of the two.
    package func hasSigned(_ message: [UInt8], asDER signature: [UInt8]) -> Bool {
        handle.hasSigned(SHA256Digest(of: message), as: signature)
    }
}
