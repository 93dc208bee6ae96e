import COpenSSL

/// SHA-256 over a message that arrives in pieces. Used once, by one task at a time.
package final class SHA256Hasher {
    private let context: OpaquePointer

    /// - Throws: `CryptoError.openSSL` when libcrypto is out of memory.
    package init() throws {
        guard let context = EVP_MD_CTX_new() else { throw CryptoError.openSSL("EVP_MD_CTX_new") }
        self.context = context
        guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            throw CryptoError.openSSL("EVP_DigestInit_ex")
        }
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    package func update(_ piece: UnsafeRawBufferPointer) throws {
        guard EVP_DigestUpdate(context, piece.baseAddress, piece.count) == 1 else {
            throw CryptoError.openSSL("EVP_DigestUpdate")
        }
    }

    package func update(_ piece: [UInt8]) throws {
        try piece.withUnsafeBytes(update)
    }

    /// The digest of all pieces. Called once, at the end.
    package func finish() throws -> SHA256Digest {
        var bytes = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        guard EVP_DigestFinal_ex(context, &bytes, nil) == 1,
            let digest = SHA256Digest(bytes: bytes)
        else { throw CryptoError.openSSL("EVP_DigestFinal_ex") }
        return digest
    }
}
