import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Verifies access and service tokens. Only ES256 is accepted, as all of Auth's keys are for it.
package final class AccessTokenVerifier: Sendable {
    private let keys: SigningKeyCache
    private let revocations: Revocations?
    private let clock: @Sendable () -> Int64
    private let audience: String
    private let leeway: Int64
    private let accepts: @Sendable (AccessTokenClaims) -> Bool
    private let verified: VerifiedTokens

    /// - Parameters:
    ///   - revocations: nil in Auth, which knows the ended sessions itself.
    ///   - deployment: the one in the tokens' `aud`.
    ///   - leeway: how long after its end a token is accepted, as clocks differ, in seconds.
    ///   - cacheCapacity: the most verified tokens in the cache.
    ///   - accepts: a further condition on a token's claims. It is called at every check.
    ///   - clock: milliseconds since 1970.
    package init(
        keys: SigningKeyCache, revocations: Revocations? = nil,
        deployment: String = DeploymentName.standard.description, leeway: Int64 = 5,
        cacheCapacity: Int = 131_072,
        accepts: @escaping @Sendable (AccessTokenClaims) -> Bool = { _ in true },
        clock: @escaping @Sendable () -> Int64
    ) {
        self.keys = keys
        self.revocations = revocations
        self.clock = clock
        self.accepts = accepts
        audience = deployment
        self.leeway = leeway
        verified = VerifiedTokens(capacity: cacheCapacity)
    }

    /// The claims of a valid token.
    ///
    /// - Throws: `RPCError`: `unauthenticated` (ACCESS_TOKEN_INVALID), the same for every defect;
    ///   `unauthenticated` (SESSION_ENDED); `unavailable` if the token's key is unknown and Auth
    ///   could not be asked, if it is unknown which sessions have ended, or if the token is valid
    ///   by Auth's clock and not by this machine's.
    package func claims(of token: String) async throws -> AccessTokenClaims {
        try await verified(token).claims
    }

    /// The token, if it is valid now.
    ///
    /// - Throws: as `claims(of:)`.
    func verified(_ text: String) async throws -> VerifiedToken {
        switch try look(at: text) {
        case .good(let token): return token
        case .signed(let keyID):
            guard try await keys.key(keyID) != nil, case .good(let token) = try look(at: text)
            else { throw Self.invalid }
            return token
        }
    }

    /// The token, if it is valid now; nil if its key is unknown.
    ///
    /// - Throws: as `claims(of:)`.
    func verifiedAtOnce(_ text: String) throws -> VerifiedToken? {
        guard case .good(let token) = try look(at: text) else { return nil }
        return token
    }

    /// How long a valid token remains so, without the leeway.
    func timeLeft(of text: String) throws -> Duration? {
        try verifiedAtOnce(text).map { .milliseconds($0.claims.expiresAt * 1000 - clock()) }
    }

    /// The result of a check without waiting.
    private enum Finding {
        case good(VerifiedToken)
        /// The key is unknown.
        case signed(keyID: String)
    }

    // Not inlined into an asynchronous function: a streaming call would keep its frame.
    @inline(never)
    private func look(at text: String) throws -> Finding {
        try revocations?.checkAreKnown()
        // Checked before the digest: a token that is too long is not even hashed.
        guard text.utf8.count <= CompactToken.lengthLimit else { throw Self.invalid }
        let digest = SHA256Digest(of: text.utf8)
        // Read first: a change from here on makes the next check look again.
        let state = keys.version &+ (revocations?.version ?? 0)
        let token: VerifiedToken
        if let known = verified[digest] {
            token = known
        } else {
            switch try verify(text) {
            case .good(let good): token = good
            case let unknown: return unknown
            }
            verified.insert(token, for: digest)
        }
        try checkIsCurrent(token.claims)
        guard accepts(token.claims) else { throw Self.invalid }
        if !token.wasHeld(against: state) {
            guard keys.known(token.keyID) != nil else { throw Self.invalid }
            try revocations?.check(token)
            token.hold(against: state)
        }
        return .good(token)
    }

    /// Checks the form, the claims, and then the signature: a token that is malformed, expired or
    /// for somebody else costs no signature, and nobody is asked for its key.
    private func verify(_ text: String) throws -> Finding {
        guard let token = CompactToken(text), let keyID = token.keyID,
            let claims = AccessTokenClaims(payload: token.payload, audience: audience)
        else { throw Self.invalid }
        try checkIsCurrent(claims)
        guard let key = keys.known(keyID) else { return .signed(keyID: keyID) }
        guard key.hasSigned(token) else { throw Self.invalid }
        return .good(VerifiedToken(claims: claims, keyID: keyID))
    }

    /// - Throws: `RPCError` (`unavailable`) for a token that Auth's clock makes valid, if a new one
    ///   would be refused, too.
    private func checkIsCurrent(_ claims: AccessTokenClaims) throws {
        let now = clock() / 1000
        guard !claims.isCurrent(at: now, leeway: leeway) else { return }
        guard let revocations, let trouble = revocations.clockTrouble,
            claims.isCurrent(at: now - revocations.clockLead, leeway: leeway)
        else { throw Self.invalid }
        let (lead, life) = (revocations.clockLead, claims.expiresAt - claims.issuedAt + leeway)
        guard lead >= life || -lead > AccessTokenClaims.earliness else { throw Self.invalid }
        throw RPCError(.unavailable, "the access token cannot be judged: \(trouble)")
    }

    /// The error for an invalid token, the same for every defect.
    package static var invalid: RPCError {
        .violation(
            .unauthenticated, .accessTokenInvalid,
            "the access token is malformed, expired or not of this deployment; refresh it")
    }
}
