import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Verifies access and service tokens: ES256 and no other algorithm, with a key of Auth's.
package final class AccessTokenVerifier: Sendable {
    package struct Configuration: Sendable {
        /// How far the clocks of two machines may differ, in seconds.
        package var leeway: Int64 = 5
        /// Verified tokens that are remembered.
        package var cacheCapacity = 131_072

        package init() {}
    }

    private let keys: SigningKeyCache
    private let clock: @Sendable () -> Int64
    private let leeway: Int64
    private let verified: Mutex<VerifiedTokens>

    /// - Parameter clock: milliseconds since 1970.
    package init(
        keys: SigningKeyCache, configuration: Configuration = Configuration(),
        clock: @escaping @Sendable () -> Int64
    ) {
        self.keys = keys
        self.clock = clock
        leeway = configuration.leeway
        verified = Mutex(VerifiedTokens(capacity: configuration.cacheCapacity))
    }

    /// What the token says.
    ///
    /// - Throws: `RPCError`: `unauthenticated` (ACCESS_TOKEN_INVALID), the same for whatever is
    ///   wrong with it; `unavailable` when Auth's keys were never here.
    package func claims(of token: String) async throws -> AccessTokenClaims {
        // Before the digest: what is too long is not even hashed.
        guard token.utf8.count <= CompactToken.lengthLimit else { throw Self.invalid }
        let digest = SHA256Digest(of: token.utf8)
        let entry: VerifiedTokens.Entry
        if let known = verified.withLock({ $0[digest] }), keys.known(known.keyID) != nil {
            entry = known
        } else {
            entry = try await verify(token)
            verified.withLock { $0.insert(entry, for: digest) }
        }
        guard isCurrent(entry.claims) else { throw Self.invalid }
        return entry.claims
    }

    private func verify(_ token: String) async throws -> VerifiedTokens.Entry {
        guard let token = CompactToken(token), let claims = AccessTokenClaims(token.claims),
            isCurrent(claims),
            let key = try await keys.key(token.keyID), key.hasSigned(token)
        else { throw Self.invalid }
        return VerifiedTokens.Entry(claims: claims, keyID: token.keyID)
    }

    private func isCurrent(_ claims: AccessTokenClaims) -> Bool {
        let now = clock() / 1000
        return claims.issuedAt - leeway <= now && now - leeway < claims.expiresAt
    }

    static var invalid: RPCError {
        .violation(
            .unauthenticated, .accessTokenInvalid,
            "the access token is malformed, expired or not of this deployment; refresh it")
    }
}
