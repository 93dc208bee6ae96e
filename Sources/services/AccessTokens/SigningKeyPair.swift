import RollcallAPI
import RollcallCrypto

/// A key on the curve P-256 that signs tokens, with its public half and the name of both.
package struct SigningKeyPair: Sendable {
    /// The private scalar: 32 bytes, big-endian.
    package let secret: Secret
    /// What others verify with. Its id is the key's thumbprint (RFC 7638), so that a key has one
    /// name wherever it is.
    package let publicKey: SigningKey
    let privateKey: P256PrivateKey

    /// - Throws: `SigningKeyError` when the bytes are no private key.
    package init(secret: Secret) throws {
        guard let key = try? P256PrivateKey(scalar: secret) else {
            throw SigningKeyError.malformed
        }
        self.secret = secret
        privateKey = key
        publicKey = SigningKey(keyID: Self.thumbprint(of: key), x: key.x, y: key.y)
    }

    /// A new key.
    ///
    /// - Throws: `CryptoError.noRandomness`; `SigningKeyError` when the number is no key: one in
    ///   2³² is not.
    package init(random: RandomSource) throws {
        try self.init(secret: Secret(random.bytes(32)))
    }

    private static func thumbprint(of key: P256PrivateKey) -> String {
        let (x, y) = (Base64.url.encode(key.x), Base64.url.encode(key.y))
        let json = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
        return Base64.url.encode(SHA256Digest(of: json.utf8).bytes)
    }
}

/// Why there is no signing key, or no signature.
package enum SigningKeyError: Error, Equatable {
    /// The bytes are no key.
    case malformed
    /// A token is asked for a service whose name has quotes, or other than printable ASCII.
    case nameOfService
}
