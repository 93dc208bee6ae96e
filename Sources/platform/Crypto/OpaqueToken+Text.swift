/// The text form: the kind's prefix, then base64url of `id | secret | checksum`. The checksum is
/// the first four bytes of the SHA-256 of all before it, prefix included: a mistyped or cut token
/// is refused without a look at the table. It is no proof of anything else.
extension OpaqueToken {
    private static let checksumByteCount = 4
    private static let textByteCount = idByteCount + secretByteCount + checksumByteCount
    /// Characters behind the prefix.
    private static let textLength = (textByteCount * 8 + 5) / 6

    /// What the client keeps: a secret, never for a log.
    package var text: String {
        let payload = id + secret.bytes
        return kind.prefix + Base64.url.encode(payload + Self.checksum(kind, payload))
    }

    /// - Returns: `nil` unless `text` is, to the bit, what `text` would write.
    package init?(_ text: String, kind: Kind) {
        // By bytes: a combining mark would otherwise join the prefix's last character.
        let prefix = kind.prefix.utf8
        // And by length first: what comes over the network need not be short.
        guard text.utf8.count == prefix.count + Self.textLength, text.utf8.starts(with: prefix),
            let bytes = Base64.url.decode(text.utf8.dropFirst(prefix.count)),
            bytes.count == Self.textByteCount
        else { return nil }
        let payload = Array(bytes.dropLast(Self.checksumByteCount))
        let checksum = Array(bytes.suffix(Self.checksumByteCount))
        guard checksum == Self.checksum(kind, payload) else { return nil }
        self.init(
            kind: kind, id: Array(payload.prefix(Self.idByteCount)),
            secret: Secret(Array(payload.dropFirst(Self.idByteCount))))
    }

    private static func checksum(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
        let digest = SHA256Digest(of: Array(kind.prefix.utf8) + payload)
        return Array(digest.bytes.prefix(checksumByteCount))
    }
}
