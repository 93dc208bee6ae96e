import JWTKit
import RollcallAPI
import RollcallCrypto

/// A public key that tokens are verified with, ready for use.
struct VerificationKey: Sendable {
    private let algorithm: any JWTAlgorithm

    /// - Throws: what jwt-kit says of coordinates that are no point of P-256.
    init(_ key: SigningKey) async throws {
        // Padded: jwt-kit hands the text to Foundation, which asks for it.
        let x = Base64.standard.encode(key.x) + "="
        let y = Base64.standard.encode(key.y) + "="
        let collection = JWTKeyCollection()
        await collection.add(ecdsa: try ES256PublicKey(parameters: (x, y)))
        algorithm = try await collection.getKey()
    }

    /// Whether the token was signed with this key, by ES256 and nothing else.
    func hasSigned(_ token: CompactToken) -> Bool {
        (try? algorithm.verify(token.signature, signs: token.signedBytes)) ?? false
    }
}
