/// Texts that a caller keeps for a server, which knows again that it has made them: base64url of
/// `content | code`, with the first half of HMAC-SHA256(key, use | 0 | content) as the code.
package struct SealedText: Sendable {
    private static let codeByteCount = 16

    private let key: Secret

    package init(key: Secret) {
        self.key = key
    }

    /// - Parameter use: a text that is sealed for one use is good for no other.
    /// - Throws: `CryptoError`.
    package func text(of content: [UInt8], for use: String) throws -> String {
        Base64.url.encode(content + (try seal(content, use)))
    }

    /// - Parameter longest: how many characters are looked at: what comes over the network need not
    ///   be short.
    /// - Returns: nil for a text that was not made here for this use.
    /// - Throws: `CryptoError`.
    package func content(
        of text: some StringProtocol, for use: String, longest: Int
    ) throws -> [UInt8]? {
        guard text.utf8.count <= longest, let bytes = Base64.url.decode(text),
            bytes.count > Self.codeByteCount
        else { return nil }
        let content = Array(bytes.dropLast(Self.codeByteCount))
        let isOurs = try constantTimeEqual(
            Array(bytes.suffix(Self.codeByteCount)), seal(content, use))
        return isOurs ? content : nil
    }

    /// Another secret that follows from a content: 32 bytes.
    ///
    /// - Throws: `CryptoError`.
    package func code(of content: [UInt8], for use: String) throws -> [UInt8] {
        try HMACSHA256.code(for: Array(use.utf8) + [0] + content, key: key.bytes)
    }

    /// The same as a digest, for a table.
    ///
    /// - Throws: `CryptoError`.
    package func digest(of content: [UInt8], for use: String) throws -> SHA256Digest {
        guard let digest = SHA256Digest(bytes: try code(of: content, for: use)) else {
            throw CryptoError.openSSL("HMAC")
        }
        return digest
    }

    private func seal(_ content: [UInt8], _ use: String) throws -> [UInt8] {
        Array(try code(of: content, for: use).prefix(Self.codeByteCount))
    }
}
