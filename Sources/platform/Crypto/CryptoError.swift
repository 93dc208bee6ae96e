/// What libcrypto, libargon2, libsodium or libcrypt refused. Never seen in a healthy process, and
/// never the caller's fault: answer `internal` and log it.
package enum CryptoError: Error, Equatable {
    /// The system gave no random bytes (`RAND_bytes`).
    case noRandomness
    /// A libcrypto call failed; the name of the function.
    case openSSL(String)
    /// libargon2 failed; its error code as in `argon2.h`.
    case argon2(code: Int32)
    /// libsodium failed to hash: there is no memory.
    case sodium
    /// libcrypt failed to hash: there is no memory.
    case crypt
}
