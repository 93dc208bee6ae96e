import COpenSSL

/// SHA-1 (FIPS 180-4), for lists of breached passwords, which are kept by it. Not for anything that
/// somebody could gain by a collision.
package enum SHA1Digest {
    /// - Returns: 20 bytes.
    package static func bytes(of message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        SHA1(message, message.count, &digest)
        return digest
    }
}
