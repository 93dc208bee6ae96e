import COpenSSL

/// The secret of a Firebase project, without which none of its password hashes can be verified.
///
/// Texts of hashes name it: `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw,kid=<id>$<salt>$<hash>`. Texts from
/// elsewhere, as Supabase writes them, have the key itself, as `sk=<base64>`. It is kept apart, so
/// that it is sealed once and is in no row of an account.
package struct SignerKey: Hashable, Sendable {
    package static let lengths = 32...64

    /// Of the digest of the key: the same key has the same id everywhere.
    package let id: String
    package let secret: Secret

    /// - Returns: nil for a key of another length.
    package init?(_ bytes: [UInt8]) {
        guard Self.lengths.contains(bytes.count) else { return nil }
        id = Base64.url.encode(SHA256Digest(of: bytes).bytes.prefix(12))
        secret = Secret(bytes)
    }

    /// Encrypts the key with AES-256-CTR (NIST SP 800-38A §6.5), from a counter of zero.
    ///
    /// - Parameter key: the first 32 bytes count.
    /// - Throws: `CryptoError.openSSL`.
    func encrypted(with key: [UInt8]) throws -> [UInt8] {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let counter = [UInt8](repeating: 0, count: 16)
        var (output, length) = (secret.bytes, Int32(0))
        guard EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nil, key, counter) == 1,
            EVP_EncryptUpdate(context, &output, &length, secret.bytes, Int32(output.count)) == 1
        else { throw CryptoError.openSSL("EVP_EncryptUpdate") }
        return output
    }
}

extension SignerKey {
    /// The key in a hash from elsewhere, and the hash with the key's id in its place.
    ///
    /// - Returns: nil if there is no key in it.
    package static func separated(from text: String) -> (key: SignerKey, hash: String)? {
        guard text.hasPrefix("$fbscrypt$"), let name = text.firstRange(of: ",sk="),
            let end = text[name.upperBound...].firstIndex(of: "$"),
            let bytes = Base64.standard.decodePadded(text.utf8[name.upperBound..<end]),
            let key = Self(bytes)
        else { return nil }
        return (key, "\(text[..<name.lowerBound]),kid=\(key.id)\(text[end...])")
    }

    /// `hash` as another server accepts it, with the key in the place of its id.
    package func joined(to hash: String) -> String {
        hash.replacing(
            ",kid=\(id)$", with: ",sk=\(Base64.standard.padded(secret.bytes))$",
            maxReplacements: 1)
    }
}
