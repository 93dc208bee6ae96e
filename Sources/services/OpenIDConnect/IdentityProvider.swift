import AccessTokens
import RollcallBasics

/// A provider of identities: an OpenID Connect issuer by configuration, with what it is asked
/// through.
package struct IdentityProvider: Sendable {
    package let configuration: ProviderConfiguration
    package let directory: ProviderDirectory
    let client: ProviderClient
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - authorities: those that sign the provider's certificate, a file of PEM; the system's if
    ///     nil.
    ///   - clock: milliseconds since 1970.
    ///   - onFailure: called when the provider could not be asked for its keys.
    package init(
        _ configuration: ProviderConfiguration, authorities: String? = nil,
        clock: @escaping @Sendable () -> Int64,
        onFailure: @escaping @Sendable (ProviderError) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.clock = clock
        client = ProviderClient(authorities: authorities)
        directory = ProviderDirectory(
            of: configuration.issuer, client: client, clock: clock, onFailure: onFailure)
    }

    /// What a token says, if it is this provider's for this deployment, and its nonce was given out
    /// for the attempt.
    ///
    /// The claims are read before the signature is verified, and believed after it: a token for
    /// somebody else costs no signature, and the provider is not asked for its key.
    ///
    /// - Throws: `IdentityTokenError`; `ProviderError`, if the keys are not known.
    package func verified(_ text: String, nonce: String) async throws -> IdentityToken {
        guard let compact = CompactToken(text, limit: IdentityToken.lengthLimit) else {
            throw IdentityTokenError(
                "token", "is not a JWT that is signed by RS256 or ES256, without keys of its own")
        }
        let token = try IdentityToken(
            payload: compact.payload, for: configuration, nonce: nonce, now: clock() / 1000)
        let keys = try await directory.keys(for: compact)
        guard !keys.isEmpty else {
            throw IdentityTokenError("kid", "names no key of the issuer")
        }
        guard keys.contains(where: { $0.hasSigned(compact) }) else {
            throw IdentityTokenError("signature", "is not the issuer's")
        }
        return token
    }
}

/// What an operator says of a provider.
package struct ProviderConfiguration: Sendable {
    package enum Kind: Sendable { case google, apple, openID }

    /// In paths and requests: `a` to `z`, digits and hyphens, at most 32.
    package let name: String
    package let kind: Kind
    package let issuer: ProviderURL
    /// Whom tokens may be for. The first one asks for codes, unless the credentials name another.
    package let clientIDs: [String]
    /// Nil if no codes are exchanged: only tokens of the provider's own library sign in.
    package let credentials: ProviderCredentials?

    /// - Parameter issuer: nil for a known name.
    /// - Throws: `Unusable`.
    package init(
        name: String, issuer: String? = nil, clientIDs: [String],
        credentials: ProviderCredentials? = nil
    ) throws(Unusable) {
        guard (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ $0.isASCIILowercase || $0.isASCIIDigit || $0 == 0x2d })
        else { throw Unusable("\(name): a name is up to 32 of a to z, digits and hyphens") }
        guard let text = issuer ?? Self.known[name]?.issuer else {
            throw Unusable("\(name) is not a known provider: say --identity-issuer \(name)=URL")
        }
        guard let issuer = ProviderURL(text, mayBeLoopback: true), !text.contains("?") else {
            throw Unusable("\(name): an issuer is https://host[:port][/path]")
        }
        guard !clientIDs.isEmpty, clientIDs.allSatisfy({ (1...255).contains($0.utf8.count) })
        else { throw Unusable("\(name) has no client id: say --identity-client \(name)=ID") }
        self.name = name
        self.issuer = issuer
        kind = Self.known.values.first { $0.issuer == text }?.kind ?? .openID
        self.clientIDs = clientIDs + [credentials?.clientID].compactMap(\.self)
        self.credentials = credentials
    }

    /// What users call it.
    package var title: String {
        switch kind {
        case .google: "Google"
        case .apple: "Apple"
        case .openID: name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    /// Google has spelled itself in two ways.
    var spellings: Set<String> {
        kind == .google ? [issuer.text, String(issuer.text.dropFirst(8))] : [issuer.text]
    }

    private static let known: [String: (issuer: String, kind: Kind)] = [
        "google": ("https://accounts.google.com", .google),
        "apple": ("https://appleid.apple.com", .apple),
    ]
}
