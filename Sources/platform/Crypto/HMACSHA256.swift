import COpenSSL

/// The keyed hash of RFC 2104 over SHA-256.
package enum HMACSHA256 {
    package static let byteCount = 32

    /// - Parameter key: any length; 32 bytes or more for full strength.
    /// - Returns: 32 bytes.
    /// - Throws: `CryptoError.openSSL`.
    package static func code(for message: [UInt8], key: [UInt8]) throws -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        let made = rollcall_hmac_sha256(key, key.count, message, message.count, &code)
        guard made == 1 else { throw CryptoError.openSSL("HMAC") }
        return code
    }
}
