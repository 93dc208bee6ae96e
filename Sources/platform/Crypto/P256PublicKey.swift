import CSignatures

/// Verifies ES256 signatures (RFC 7518 §3.4): ECDSA over P-256 and SHA-256, r and s side by side.
///
/// Made for many signatures: it takes 15 ms and 150 KB to make one.
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
        guard x.count == Self.coordinateByteCount, y.count == Self.coordinateByteCount,
            let handle = KeyHandle(
                signatures_p256_public_make([Self.uncompressed] + x + y),
                freedBy: signatures_p256_public_free)
        else { throw .notAPoint }
        (self.x, self.y, self.handle) = (x, y, handle)
    }

    /// Whether `signature` was made of `message` with this key.
    ///
    /// With (r, s), (r, n - s) is a signature, too. RFC 7518 asks for neither form, and other signers
    /// write both, so both are accepted. A signature is therefore not a name: two texts of a token
    /// may say the same and be signed alike.
    ///
    /// - Parameter signature: of any length; only 64 bytes can be one.
    package func hasSigned(_ message: [UInt8], as signature: [UInt8]) -> Bool {
        signature.count == Self.signatureByteCount
            && SHA256Digest(of: message).withBytes { digest in
                signatures_p256_verify(handle.pointer, digest.baseAddress, signature) == 1
            }
    }

    /// The first byte of a point that is not compressed (SEC 1 §2.3.3).
    private static let uncompressed: UInt8 = 4
}
