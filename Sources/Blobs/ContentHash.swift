import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
///
/// Sendable although it points at OpenSSL's state, because no other value points there.
struct ContentHash: ~Copyable, @unchecked Sendable {
    private let context: OpaquePointer
    private var id: BlobID?

    init() {
        // OpenSSL fails here only without memory, or without SHA-256.
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { fatalError("OpenSSL has no SHA-256") }
        self.context = context
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }

    /// Whether nothing can be added any more.
    var isFinished: Bool { id != nil }

    /// Call it after the last piece; more calls give the same.
    mutating func finish() -> BlobID {
        if let id { return id }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_DigestFinal_ex(context, &digest, nil)
        let id = BlobID(digest: digest)
        self.id = id
        return id
    }
}
