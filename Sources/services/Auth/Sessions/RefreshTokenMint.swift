import RollcallCrypto

/// Makes and recognises refresh tokens. Half of a token's secret is random (128 bits). The other
/// half is a seal of it, by a key outside the database.
///
/// The seal tells an earlier token of a session from a guess, without a list of tokens. So a token
/// that is used again after any number of exchanges reveals a theft. The key alone makes no valid
/// token, as the session's row has the digest of the valid one.
struct RefreshTokenMint: Sendable {
    static let drawnByteCount = OpaqueToken.secretByteCount / 2

    private let key: Secret

    /// - Parameter secret: of `AuthStore.unlock`.
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

    /// The token that replaces another. It depends only on that token and the nonce. So a lost
    /// reply can be repeated without storing the token.
    ///
    /// - Parameter nonce: random bytes that are stored with the rotation.
    /// - Throws: `CryptoError.openSSL`.
    func next(after token: OpaqueToken, nonce: [UInt8]) throws -> OpaqueToken {
        let drawn = try token.next(nonce: nonce).secret.bytes.prefix(Self.drawnByteCount)
        return try sealed(Array(drawn), id: token.id)
    }

    /// Whether a token was made here for the session that it names.
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
