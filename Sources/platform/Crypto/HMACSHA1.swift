import COpenSSL

/// The keyed hash of RFC 2104 over SHA-1, for one-time passwords alone: apps that show them know no
/// other. Collisions of SHA-1 do not weaken it.
package enum HMACSHA1 {
    /// - Parameter key: any length; 20 bytes for full strength.
    /// - Returns: 20 bytes.
    /// - Throws: `CryptoError.openSSL`.
    package static func code(for message: [UInt8], key: [UInt8]) throws -> [UInt8] {
        var code = [UInt8](repeating: 0, count: 20)
        let made = HMAC(EVP_sha1(), key, Int32(key.count), message, message.count, &code, nil)
        guard made != nil else { throw CryptoError.openSSL("HMAC") }
        return code
    }
}
