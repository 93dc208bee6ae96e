import COpenSSL

/// PBKDF2 (RFC 8018 §5.2) with HMAC over SHA-256 or SHA-512.
package struct PBKDF2: Hashable, Sendable {
    enum Digest: String, CaseIterable {
        case sha256, sha512

        /// In bytes. It is also the longest tag that is kept of a hash: each block of the key is
        /// made by itself, so the first one shows whether the password is correct.
        var length: Int { self == .sha256 ? 32 : 64 }
    }

    let digest: Digest
    let iterations: Int

    /// - Throws: `PasswordHashError.parametersOutOfBounds`.
    init(digest: Digest, iterations: Int) throws(PasswordHashError) {
        guard (1...HashFunction.mostWork).contains(iterations) else {
            throw .parametersOutOfBounds
        }
        self.digest = digest
        self.iterations = iterations
    }

    /// - Throws: `CryptoError.openSSL`.
    func key(of password: [UInt8], salt: [UInt8], byteCount: Int) throws -> [UInt8] {
        var key = [UInt8](repeating: 0, count: byteCount)
        let made = rollcall_pbkdf2(
            password, password.count, salt, salt.count, Int32(iterations),
            digest == .sha256 ? EVP_sha256() : EVP_sha512(), &key, key.count)
        guard made == 1 else { throw CryptoError.openSSL("PKCS5_PBKDF2_HMAC") }
        return key
    }
}
