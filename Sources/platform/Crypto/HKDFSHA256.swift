import COpenSSL

/// The key derivation function of RFC 5869 over SHA-256: keys for several purposes from one secret,
/// none of which tells anything about another or about the secret.
package enum HKDFSHA256 {
    /// - Parameters:
    ///   - secret: random bytes, not a password.
    ///   - purpose: what the key is for; RFC 5869's `info`.
    ///   - count: 1 to 8160 bytes.
    /// - Throws: `CryptoError.openSSL`.
    package static func key(
        from secret: Secret, purpose: String, count: Int = 32
    ) throws -> Secret {
        try key(from: secret, salt: [], purpose: Array(purpose.utf8), count: count)
    }

    static func key(
        from secret: Secret, salt: [UInt8], purpose: [UInt8], count: Int
    ) throws -> Secret {
        var key = [UInt8](repeating: 0, count: count)
        let made = rollcall_hkdf_sha256(
            secret.bytes, secret.bytes.count, salt, salt.count, purpose, purpose.count, &key, count)
        guard made == 1 else { throw CryptoError.openSSL("EVP_KDF_derive") }
        return Secret(key)
    }
}
