import COpenSSL

/// Overwrites bytes that were secret, which the compiler would leave out as nobody reads them again
/// (`OPENSSL_cleanse`).
func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    OPENSSL_cleanse(bytes.baseAddress, bytes.count)
}
