import COpenSSL

/// What one scrypt hash costs (RFC 7914), within the bounds of `HashFunction`.
package struct ScryptCost: Hashable, Sendable {
    /// The binary logarithm of N.
    let exponent: Int
    /// The block size, r.
    let blockSize: Int
    /// Parallelism, p; computed one after the other.
    let lanes: Int

    /// - Throws: `PasswordHashError.parametersOutOfBounds`.
    init(exponent: Int, blockSize: Int, lanes: Int) throws(PasswordHashError) {
        self.exponent = exponent
        self.blockSize = blockSize
        self.lanes = lanes
        // The ranges come first: nothing overflows within them. RFC 7914 §6 limits N by r.
        guard (1...20).contains(exponent), (1...64).contains(blockSize), (1...64).contains(lanes),
            exponent < 16 * blockSize, kibibytes <= HashFunction.mostKibibytes,
            work <= HashFunction.mostWork
        else { throw .parametersOutOfBounds }
    }

    var kibibytes: Int { (blockSize << exponent) / 8 }
    var work: Int { (blockSize << exponent) * lanes * 5 / 8 }

    /// - Throws: `CryptoError.openSSL`.
    func key(of password: [UInt8], salt: [UInt8], byteCount: Int) throws -> [UInt8] {
        var key = [UInt8](repeating: 0, count: byteCount)
        let made = rollcall_scrypt(
            password, password.count, salt, salt.count, 1 << UInt64(exponent), UInt64(blockSize),
            UInt64(lanes), UInt64(HashFunction.mostKibibytes) * 2048, &key, key.count)
        guard made == 1 else { throw CryptoError.openSSL("EVP_PBE_scrypt") }
        return key
    }
}
