import RollcallCrypto

/// Makes refresh tokens and recognises them. Half of a token's secret is random (128 bits), the other half
/// is a seal over it, by a key that is not in the database.
///
/// The seal tells a token that a session once had from a guess, without a list of them: a token that comes
/// back after any number of exchanges shows a theft. The key alone makes no valid token, as the session's
/// row has the digest of the valid one.
struct RefreshTokenMint: Sendable {
    static let drawnByteCount = OpaqueToken.secretByteCount / 2

    private let key: Secret

    /// - Parameter secret: of `AuthStore.unlock`. Tokens that another secret has sealed stay valid, but are
    ///   not recognised once they are spent.
    /// - Throws: `CryptoError.openSSL`.
    init(secret: Secret) throws {
        key = Secret(
            try HMACSHA256.code(for: Array("rollcall refresh seal".utf8), key: secret.bytes))
    }

    /// The first token of a session.
    ///
    /// - Throws: `CryptoError`.
    func first(of session: UUIDv7, random: RandomSource) throws -> OpaqueToken {
        try sealed(random.bytes(Self.drawnByteCount), id: session.bytes)
    }

    /// The token that replaces another. It is the same for the same nonce, so that a lost reply can be
    /// given again without having been stored.
    ///
    /// - Parameter nonce: random bytes kept with the rotation.
    /// - Throws: `CryptoError.openSSL`.
    func next(after token: OpaqueToken, nonce: [UInt8]) throws -> OpaqueToken {
        let drawn = try token.next(nonce: nonce).secret.bytes.prefix(Self.drawnByteCount)
        return try sealed(Array(drawn), id: token.id)
    }

    /// Whether a token is one that was made here for the session that it names.
    ///
    /// - Throws: `CryptoError.openSSL`.
    func hasSealed(_ token: OpaqueToken) throws -> Bool {
        let drawn = Array(token.secret.bytes.prefix(Self.drawnByteCount))
        return try sealed(drawn, id: token.id).secret == token.secret
    }

    private func sealed(_ drawn: [UInt8], id: [UInt8]) throws -> OpaqueToken {
        let code = try HMACSHA256.code(for: id + drawn, key: key.bytes)
        let seal = code.prefix(OpaqueToken.secretByteCount - drawn.count)
        return OpaqueToken(kind: .refresh, id: id, secret: Secret(drawn + seal))
    }
}
