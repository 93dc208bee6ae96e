import COpenSSL

/// Seals secrets that a database stores: AES-256-GCM (NIST SP 800-38D) with a random nonce of 96
/// bits, bound to the row that holds them. What is sealed is nonce, ciphertext and tag, one after
/// the other. It opens for no other row, so nobody can exchange those of two rows.
///
/// Random nonces are safe for 2³² seals with one key (SP 800-38D §8.3). Auth seals a few signing
/// keys each month, and a secret when a user adds a second factor.
package struct SealingKey: Sendable {
    private static let nonceLength = 12
    private static let tagLength = 16
    /// How much longer the sealed form is than its content.
    package static let overhead = nonceLength + tagLength

    private let key: Secret
    /// The name with its length before it, so that no two rows have the same associated data.
    private let table: [UInt8]

    /// A key for one table.
    ///
    /// - Parameters:
    ///   - secret: random bytes.
    ///   - purpose: another for each use of the secret.
    ///   - table: of 255 bytes at most.
    /// - Throws: `CryptoError.openSSL`.
    package init(derivedFrom secret: Secret, purpose: String, table: String) throws {
        self.init(key: try HKDFSHA256.key(from: secret, purpose: purpose), table: table)
    }

    /// - Parameter key: 32 bytes.
    init(key: Secret, table: String) {
        precondition(key.bytes.count == 32, "AES-256 has keys of 32 bytes")
        self.key = key
        self.table = [UInt8(table.utf8.count)] + table.utf8
    }

    /// - Throws: `CryptoError`.
    package func seal(
        _ content: Secret, of row: [UInt8], random: RandomSource = .system
    ) throws -> [UInt8] {
        let nonce = try random.bytes(Self.nonceLength)
        let (ciphertext, tag) = try encrypt(content.bytes, nonce: nonce, with: table + row)
        return nonce + ciphertext + tag
    }

    /// - Returns: the content; `nil` if it was sealed with another key or for another row, or was
    ///   changed since.
    /// - Throws: `CryptoError.openSSL`.
    package func open(_ sealed: [UInt8], of row: [UInt8]) throws -> Secret? {
        guard sealed.count >= Self.overhead else { return nil }
        return try decrypt(sealed, with: table + row).map(Secret.init)
    }

    /// - Parameter associated: what is authenticated beside the plaintext.
    func encrypt(
        _ plaintext: [UInt8], nonce: [UInt8], with associated: [UInt8]
    ) throws -> (ciphertext: [UInt8], tag: [UInt8]) {
        let context = try Self.makeContext()
        defer { EVP_CIPHER_CTX_free(context) }
        var (ciphertext, tag) = (plaintext, [UInt8](repeating: 0, count: Self.tagLength))
        var length: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce) == 1,
            EVP_EncryptUpdate(context, nil, &length, associated, Int32(associated.count)) == 1,
            EVP_EncryptUpdate(context, &ciphertext, &length, plaintext, Int32(plaintext.count))
                == 1,
            EVP_EncryptFinal_ex(context, &tag, &length) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
        else { throw CryptoError.openSSL("EVP_Encrypt") }
        return (ciphertext, tag)
    }

    private func decrypt(_ sealed: [UInt8], with associated: [UInt8]) throws -> [UInt8]? {
        let context = try Self.makeContext()
        defer { EVP_CIPHER_CTX_free(context) }
        let nonce = Array(sealed.prefix(Self.nonceLength))
        let ciphertext = Array(sealed.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
        var (plaintext, tag) = (ciphertext, Array(sealed.suffix(Self.tagLength)))
        var length: Int32 = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key.bytes, nonce) == 1,
            EVP_DecryptUpdate(context, nil, &length, associated, Int32(associated.count)) == 1,
            EVP_DecryptUpdate(context, &plaintext, &length, ciphertext, Int32(ciphertext.count))
                == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
        else { throw CryptoError.openSSL("EVP_Decrypt") }
        // GCM has nothing left to write here: this compares the tags.
        return EVP_DecryptFinal_ex(context, &tag, &length) == 1 ? plaintext : nil
    }

    /// - Returns: OpenSSL's state of one encryption, which the caller frees.
    private static func makeContext() throws -> OpaquePointer {
        guard let context = EVP_CIPHER_CTX_new() else {
            throw CryptoError.openSSL("EVP_CIPHER_CTX_new")
        }
        return context
    }
}
