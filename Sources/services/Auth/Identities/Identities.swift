import OpenIDConnect
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Finds out whose identity a provider vouches for.
struct Identities: Sendable {
    /// In the order of the configuration.
    let providers: [OpenIDConnect.IdentityProvider]
    let attempts: IdentityAttempts
    let grants: GrantSeal
    /// Where browsers come back to; nil without pages.
    let pages: LinkBase?
    let exchanged = ExchangedCodes()
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource

    /// - Throws: `RPCError` (PROVIDER_NOT_FOUND).
    func provider(_ name: String) throws -> OpenIDConnect.IdentityProvider {
        guard let provider = providers.first(where: { $0.configuration.name == name }) else {
            throw RPCError.violation(
                .notFound, .providerNotFound, field: "provider",
                "this deployment has no provider of this name")
        }
        return provider
    }

    /// What requests call the provider of an identity: its issuer, if it is not configured any
    /// more.
    func name(of issuer: String) -> String { configuration(of: issuer)?.name ?? issuer }

    /// What users call it.
    func title(of issuer: String) -> String { configuration(of: issuer)?.title ?? issuer }

    private func configuration(of issuer: String) -> ProviderConfiguration? {
        providers.first { $0.configuration.issuer.text == issuer }?.configuration
    }

    /// Whether codes of a browser are exchanged for identities of a provider.
    func hasPages(_ provider: OpenIDConnect.IdentityProvider) -> Bool {
        pages != nil && provider.exchangesCodes
    }

    /// Those that sign in by tokens of their own library alone, though there are pages.
    var withoutButton: [OpenIDConnect.IdentityProvider] {
        pages == nil ? [] : providers.filter { !$0.exchangesCodes }
    }

    /// Where a browser comes back to: from the configuration alone. Nil for a token.
    func redirect(_ provider: String, _ route: IdentityAttempt.Route) -> String? {
        switch route {
        case .appToken: nil
        case .page: pages?.page("\(provider)/callback")
        case .appRedirect: pages?.page("\(provider)/app")
        }
    }

    /// An identity, and what its token says.
    struct Proved {
        let identity: ProvedIdentity
        let token: IdentityToken
        /// The provider's name.
        let provider: String
    }

    /// - Parameter code: the status of a token or a code that proves nothing.
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, IDENTITY_TOKEN_INVALID, PROVIDER_UNAVAILABLE).
    func proved(_ proof: IdentityProof?, else code: StatusCode) async throws -> Proved {
        guard let attempt = try attempts.attempt(proof?.attempt ?? "", at: clock()),
            let provider = try? provider(attempt.provider)
        else { throw RPCError.attemptExpired("proof.attempt") }
        do {
            let given = try await exchanged(proof?.proof, attempt, with: provider)
            let token = try await provider.verified(given.identityToken, nonce: attempt.nonce)
            let key = IdentityKey(issuer: token.issuer, subject: token.subject)
            return Proved(
                identity: ProvedIdentity(
                    key: key, email: token.email.flatMap(Self.shown),
                    sealedGrant: try given.grant.map { try grants.sealed($0, of: key.issuer) },
                    attempt: .init(digest: attempt.digest, expiresAt: attempt.expiresAt)),
                token: token, provider: attempt.provider)
        } catch let error as IdentityTokenError {
            throw RPCError.identityTokenInvalid(code, "`\(error.claim)` \(error.sentence)")
        } catch ProviderError.refused {
            throw RPCError.identityTokenInvalid(code, "the provider refuses the code")
        } catch is ProviderError {
            throw RPCError.providerUnavailable
        }
    }

    /// The token that a proof has, or that its code is exchanged for.
    private func exchanged(
        _ proof: IdentityProof.Proof?, _ attempt: IdentityAttempt,
        with provider: OpenIDConnect.IdentityProvider
    ) async throws -> OpenIDConnect.IdentityProvider.Exchanged {
        switch (proof, attempt.route) {
        case (.idToken(let token)?, .appToken):
            return .init(identityToken: token)
        case (.code(let code)?, _) where provider.exchangesCodes && code.utf8.count <= 4096:
            if let known = exchanged.value(of: code, attempt, at: clock()) { return known }
            let new = try await provider.exchange(
                code: code, of: attempt, redirect: redirect(attempt.provider, attempt.route))
            exchanged.keep(new, of: code, attempt)
            return new
        default:
            throw RPCError.missing("proof", "an ID token or a code is needed, by the attempt's way")
        }
    }

    /// The address at the provider, as it is shown: not if it is no address by its length.
    private static func shown(_ email: String) -> String? {
        (3...254).contains(email.utf8.count) && !email.utf8.contains(0) ? email : nil
    }
}

extension RPCError {
    static func identityTokenInvalid(_ code: StatusCode, _ sentence: String) -> RPCError {
        .violation(
            code, .identityTokenInvalid, field: "proof",
            "this does not prove the identity: \(sentence)")
    }

    static var providerUnavailable: RPCError {
        .violation(
            .unavailable, .providerUnavailable, "the provider does not answer; try again later")
    }

    static var identityTaken: RPCError {
        .violation(
            .alreadyExists, .identityTaken, field: "identity", "another account has this identity")
    }
}
