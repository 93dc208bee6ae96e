import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes that come in pieces. Used by one task at a time.
package final class SHA256Hasher {
    private let context: OpaquePointer
    private var digest: SHA256Digest?

    package init() {
        // OpenSSL fails here only without memory, or without SHA-256.
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { fatalError("OpenSSL has no SHA-256") }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    package func update(_ piece: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, piece.baseAddress, piece.count)
    }

    package func update(_ piece: [UInt8]) {
        piece.withUnsafeBytes(update)
    }

    /// Whether nothing can be added any more.
    package var isFinished: Bool { digest != nil }

    /// The digest of all pieces. Call it after the last one; more calls give the same.
    package func finish() -> SHA256Digest {
        if let digest { return digest }
        var bytes = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        EVP_DigestFinal_ex(context, &bytes, nil)
        guard let new = SHA256Digest(bytes: bytes) else { fatalError("a digest of another length") }
        digest = new
        return new
    }
}
