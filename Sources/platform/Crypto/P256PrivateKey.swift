import COpenSSL

/// Makes ES256 signatures (RFC 7518 §3.4).
package struct P256PrivateKey: Sendable {
    /// Of the public key: big-endian, 32 bytes each.
    package let x, y: [UInt8]
    private let handle: KeyHandle

    /// - Parameter scalar: 32 bytes, big-endian.
    /// - Throws: `KeyError.notAScalar` for zero and for numbers from the order of the curve on.
    package init(scalar: Secret) throws(KeyError) {
        guard scalar.bytes.count == P256PublicKey.coordinateByteCount else { throw .notAScalar }
        var encoded = Self.encodedBeforeScalar + scalar.bytes + Self.encodedAfterScalar
        defer { encoded.withUnsafeMutableBytes { wipe($0) } }
        // libcrypto computes the public key.
        let key = encoded.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_PrivateKey(EVP_PKEY_EC, nil, &next, bytes.count)
        }
        let coordinates = [OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y].compactMap {
            Self.coordinate($0, of: key)
        }
        let handle = KeyHandle(key) { context in
            EVP_PKEY_private_check(context) == 1 ? EVP_PKEY_sign_init(context) : 0
        }
        guard let handle, coordinates.count == 2 else { throw .notAScalar }
        (x, y, self.handle) = (coordinates[0], coordinates[1], handle)
    }

    /// - Returns: r and s, 32 bytes each. Every signature is another: each takes a new random
    ///   number.
    /// - Throws: `CryptoError.openSSL` when libcrypto has no memory or no randomness.
    package func sign(_ message: some Sequence<UInt8>) throws -> [UInt8] {
        guard let encoded = handle.sign(SHA256Digest(of: message)) else {
            throw CryptoError.openSSL("EVP_PKEY_sign")
        }
        let pair = encoded.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &next, bytes.count)
        }
        defer { ECDSA_SIG_free(pair) }
        guard let pair, let r = Self.bytes(ECDSA_SIG_get0_r(pair)),
            let s = Self.bytes(ECDSA_SIG_get0_s(pair))
        else { throw CryptoError.openSSL("d2i_ECDSA_SIG") }
        return r + s
    }

    private static func coordinate(_ name: String, of key: OpaquePointer?) -> [UInt8]? {
        var number: OpaquePointer?
        defer { BN_free(number) }
        guard let key, EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return nil }
        return bytes(number)
    }

    private static func bytes(_ number: OpaquePointer?) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: P256PublicKey.coordinateByteCount)
        guard BN_bn2binpad(number, &bytes, CInt(bytes.count)) == bytes.count else { return nil }
        return bytes
    }

    /// An ECPrivateKey (RFC 5915 §3) of P-256, without its public key.
    private static let encodedBeforeScalar: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let encodedAfterScalar: [UInt8] = [
        0xa0, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]
}
