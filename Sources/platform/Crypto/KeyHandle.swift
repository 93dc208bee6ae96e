import COpenSSL

/// A key in the memory of libcrypto, made ready to sign or to verify SHA-256 digests.
///
/// Threads share it: each operation has a copy of the context, and nothing changes the key
/// (openssl-threads(7)). What fails leaves no error behind: libcurl looks for its own in the same
/// queue of the thread.
final class KeyHandle: @unchecked Sendable {
    private let context: OpaquePointer

    /// - Parameters:
    ///   - key: taken over; `nil` where libcrypto has refused to make one.
    ///   - begin: starts the operation in a context; 1 if it did.
    init?(_ key: OpaquePointer?, beginning begin: (OpaquePointer) -> CInt) {
        // The context holds the key, too.
        defer { EVP_PKEY_free(key) }
        guard let key, let context = EVP_PKEY_CTX_new(key, nil) else {
            ERR_clear_error()
            return nil
        }
        self.context = context
        guard begin(context) == 1, EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1 else {
            ERR_clear_error()
            return nil
        }
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    /// Whether `signature` is the key's, in the form that libcrypto has for the kind of key.
    func hasSigned(_ digest: SHA256Digest, as signature: [UInt8]) -> Bool {
        let bytes = digest.bytes
        return withCopy { context in
            EVP_PKEY_verify(context, signature, signature.count, bytes, bytes.count)
        }
    }

    /// - Returns: nil if libcrypto has no memory or no randomness.
    func sign(_ digest: SHA256Digest) -> [UInt8]? {
        let bytes = digest.bytes
        var signature = [UInt8](repeating: 0, count: Self.longestSignature)
        var count = signature.count
        let isSigned = withCopy { context in
            EVP_PKEY_sign(context, &signature, &count, bytes, bytes.count)
        }
        return isSigned ? Array(signature.prefix(count)) : nil
    }

    /// Of P-256, which alone signs here: a sequence of two integers of at most 33 bytes.
    private static let longestSignature = 72

    private func withCopy(_ body: (OpaquePointer) -> CInt) -> Bool {
        let copy = EVP_PKEY_CTX_dup(context)
        defer { EVP_PKEY_CTX_free(copy) }
        if let copy, body(copy) == 1 { return true }
        ERR_clear_error()
        return false
    }
}
