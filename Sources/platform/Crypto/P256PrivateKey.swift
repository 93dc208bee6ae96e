import COpenSSL
import Glibc

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

    /// - Parameter pem: a private key in PKCS #8 (RFC 5958), such as Apple's `.p8` files.
    /// - Throws: `KeyError.notAScalar` for anything but a key of P-256 that needs no password.
    package init(pem: String) throws(KeyError) {
        let text = Array(pem.utf8)
        let bytes = text.withUnsafeBytes { text -> [UInt8]? in
            guard let file = BIO_new_mem_buf(text.baseAddress, CInt(text.count)) else { return nil }
            defer { BIO_free(file) }
            // Without this, libcrypto would ask a terminal for the password.
            let key = PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil)
            defer { EVP_PKEY_free(key) }
            var name = [CChar](repeating: 0, count: 32)
            guard let key, EVP_PKEY_get_group_name(key, &name, name.count, nil) == 1,
                strcmp(name, SN_X9_62_prime256v1) == 0
            else { return nil }
            return Self.coordinate(OSSL_PKEY_PARAM_PRIV_KEY, of: key)
        }
        ERR_clear_error()
        guard let bytes else { throw .notAScalar }
        try self.init(scalar: Secret(bytes))
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
