import AccessTokens
import Foundation
import GRDB
import RollcallCrypto

extension AuthStore {
    /// The keys that tokens are signed with, the newest last: the one that signs. The first start
    /// makes the first.
    ///
    /// - Throws: `CryptoError`, `SigningKeyError` for bytes that are no key.
    func signingKeys(random: RandomSource, now: Int64) async throws -> [SigningKeyPair] {
        try await write { db in
            let kept = try Row.fetchAll(
                db, sql: "SELECT privateKey FROM signingKey ORDER BY createdAtMs, thumbprint"
            ).map { try SigningKeyPair(secret: Secret($0.bytes("privateKey"))) }
            guard kept.isEmpty else { return kept }
            let key = try SigningKeyPair(random: random)
            try db.execute(
                sql: """
                    INSERT INTO signingKey (thumbprint, privateKey, createdAtMs) VALUES (?, ?, ?)
                    """,
                arguments: [key.publicKey.keyID, Data(key.secret.bytes), now])
            return [key]
        }
    }
}
