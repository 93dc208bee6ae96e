import COpenSSL

/// Whether both are the same bytes, in a time that follows from the length alone
/// (`CRYPTO_memcmp`). The lengths themselves are no secret.
package func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}
