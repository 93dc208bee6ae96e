/// A bearer token that means nothing without our table: an identifier to find its row by, and a
/// secret to prove itself with. The table holds `hash`, never the secret.
package struct OpaqueToken: Equatable, Sendable {
    package static let idByteCount = 16
    package static let secretByteCount = 32

    package let kind: Kind
    /// 16 bytes; no secret.
    package let id: [UInt8]
    /// 32 bytes.
    package let secret: Secret

    /// What a token is for. Its prefix goes into the checksum, so that a token of one kind never
    /// passes for another, and secret scanners know what they found.
    package struct Kind: Hashable, Sendable {
        package let prefix: String

        /// - Parameter prefix: ASCII letters and digits, then `_`; it carries the version.
        package init(prefix: String) {
            self.prefix = prefix
        }

        /// A refresh token.
        package static let refresh = Kind(prefix: "rcr1_")
        /// What a device keeps so that an account knows it again.
        package static let device = Kind(prefix: "rcd1_")
    }

    /// A token of a new secret.
    ///
    /// - Parameter id: 16 bytes.
    /// - Throws: `CryptoError.noRandomness`.
    package init(kind: Kind, id: [UInt8], random: RandomSource = .system) throws {
        let secret = try random.bytes(Self.secretByteCount)
        self.init(kind: kind, id: id, secret: Secret(secret))
    }

    /// A token whose secret is made elsewhere.
    ///
    /// - Parameters:
    ///   - id: 16 bytes.
    ///   - secret: 32 bytes that nobody can guess.
    package init(kind: Kind, id: [UInt8], secret: Secret) {
        precondition(id.count == Self.idByteCount && secret.bytes.count == Self.secretByteCount)
        self.kind = kind
        self.id = id
        self.secret = secret
    }

    /// What is stored: the SHA-256 of the secret. No salt or stretching, as 256 random bits
    /// cannot be guessed.
    package var hash: SHA256Digest { SHA256Digest(of: secret.bytes) }

    /// The token that replaces this one: the same for the same nonce, so that a reply that was
    /// lost can be given again without having been stored; unknown without this one's secret.
    ///
    /// - Parameter nonce: random bytes kept with the rotation.
    /// - Throws: `CryptoError.openSSL`.
    package func next(nonce: [UInt8]) throws -> OpaqueToken {
        let message = Array("rollcall refresh".utf8) + nonce
        let secret = try HMACSHA256.code(for: message, key: secret.bytes)
        return OpaqueToken(kind: kind, id: id, secret: Secret(secret))
    }
}
