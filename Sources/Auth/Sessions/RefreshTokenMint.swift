import RollcallCrypto

/// Makes refresh tokens and recognises them: half of a token's secret is random, the other half is a
/// seal over it, by a key that is not in the database. So every token that a session has ever had is told
/// from a guess without a list of them, and a token that comes back after any number of exchanges shows a
/// theft.
///
/// The random half is 128 bits. The key alone makes no valid token: valid is only the token whose digest
/// is in the session's row.
struct RefreshTokenMint: Sendable {
    static let drawnByteCount = OpaqueToken.secretByteCount / 2

    private let key: Secret

    /// - Parameter secret: of `AuthStore.unlock`. With another, what the old one has sealed still
    ///   counts, but is not known any more once it is spent.
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

    /// The token that replaces another: the same for the same nonce, so that a reply that was lost
    /// can be given again without having been stored; unknown without the other's secret.
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
