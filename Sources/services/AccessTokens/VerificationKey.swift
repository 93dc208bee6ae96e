import RollcallAPI
import RollcallCrypto

/// A public key that tokens are verified with, ready for use. It verifies one algorithm alone, so
/// that no token can choose another for it (RFC 8725 §3.1).
package enum VerificationKey: Sendable {
    case es256(P256PublicKey)
    case rs256(RSAPublicKey)

    /// A key of Auth's.
    ///
    /// - Throws: `KeyError.notAPoint`.
    init(_ key: SigningKey) throws(KeyError) {
        self = .es256(try P256PublicKey(x: key.x, y: key.y))
    }

    /// What it verifies.
    package var algorithm: SignatureAlgorithm {
        switch self {
        case .es256: .es256
        case .rs256: .rs256
        }
    }

    /// Whether the token was signed with this key.
    package func hasSigned(_ token: CompactToken) -> Bool {
        switch (self, token.algorithm) {
        case (.es256(let key), .es256): key.hasSigned(token.signedBytes, as: token.signature)
        case (.rs256(let key), .rs256): key.hasSigned(token.signedBytes, as: token.signature)
        case (.es256, .rs256), (.rs256, .es256): false
        }
    }
}
