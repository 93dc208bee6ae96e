import CSodium

/// libsodium computes hashes with our own parameters. It fills blocks with AVX2 or AVX-512 if the
/// processor has them. Debian builds libargon2 for any x86-64, without vector instructions.
///
/// Measured with 19 MiB and two passes, in one thread and in two at once, both libraries in turns:
/// libargon2 in a reused arena took 1.16 times the processor time of libsodium (median of 16 runs
/// of 60 hashes each, 1.13 to 1.22). Both get their memory from the kernel for each hash here, and
/// hold 19 MiB for each running hash. Rejected: memory that is kept for libargon2, as only hashes
/// that were made elsewhere are computed by it.
extension Argon2id {
    /// Whether libsodium supports it: one lane, a salt of 16 bytes, no optional inputs.
    var isForSodium: Bool {
        parameters.lanes == 1 && salt.count == crypto_pwhash_argon2id_saltbytes()
            && byteCount >= crypto_pwhash_argon2id_bytes_min() && secret.isEmpty
            && associatedData.isEmpty
    }

    /// Makes libsodium detect the processor's instructions.
    private static let isSodiumReady = sodium_init() >= 0

    /// - Returns: `byteCount` bytes.
    /// - Throws: `CryptoError.sodium`.
    func sodiumTag(of password: [UInt8]) throws -> [UInt8] {
        guard Self.isSodiumReady else { throw CryptoError.sodium }
        // One extra byte, as the pointer must not be null for an empty password.
        var text = [CChar](repeating: 0, count: password.count + 1)
        text.withUnsafeMutableBytes { $0.copyBytes(from: password) }
        defer { text.withUnsafeMutableBytes { wipe($0) } }
        var tag = [UInt8](repeating: 0, count: byteCount)
        let code = crypto_pwhash_argon2id(
            &tag, UInt64(byteCount), text, UInt64(password.count), salt, UInt64(parameters.passes),
            parameters.kibibytes * 1024, crypto_pwhash_argon2id_alg_argon2id13())
        guard code == 0 else { throw CryptoError.sodium }
        return tag
    }
}
