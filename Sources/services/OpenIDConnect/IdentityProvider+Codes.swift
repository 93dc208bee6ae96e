import MessageJSON
import RollcallBasics
import RollcallCrypto

/// Sign-in in a browser: the authorization code flow (OpenID Connect Core 1.0 §3.1) with PKCE (RFC
/// 7636).
extension IdentityProvider {
    /// Whether codes can be exchanged at all.
    package var exchangesCodes: Bool { configuration.credentials != nil }

    private var clientID: String {
        configuration.credentials?.clientID ?? configuration.clientIDs[0]
    }

    /// Where a browser begins.
    ///
    /// - Parameter redirect: where it comes back to, which the provider must know.
    /// - Throws: `ProviderError`.
    package func authorizationURL(
        of attempt: IdentityAttempt, redirect: String
    ) async throws -> String {
        guard let url = try await directory.endpoints().authorization else {
            throw ProviderError.malformed("\(configuration.issuer) has no authorization endpoint")
        }
        let isApple = configuration.kind == .apple
        var parameters = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect),
            ("scope", isApple ? "openid email name" : "openid email profile"),
            ("state", attempt.state), ("nonce", attempt.nonce),
            ("code_challenge", attempt.codeChallenge), ("code_challenge_method", "S256"),
        ]
        // Apple answers in no other way when it is asked for the address and the name.
        if isApple { parameters.append(("response_mode", "form_post")) }
        return url.with(parameters)
    }

    /// What a code is exchanged for.
    package struct Exchanged: Sendable {
        /// Not verified yet.
        package let identityToken: String
        /// With which the provider can be told that the identity is not used any more.
        package let grant: ProviderGrant?

        package init(identityToken: String, grant: ProviderGrant? = nil) {
            (self.identityToken, self.grant) = (identityToken, grant)
        }
    }

    /// - Parameter redirect: as the browser was sent with; nil for a code of the provider's own
    ///   library in an app, which has none, and which is for the first client id.
    /// - Throws: `ProviderError`; `refused` for a code that is not good, or not any more.
    package func exchange(
        code: String, of attempt: IdentityAttempt, redirect: String?
    ) async throws -> Exchanged {
        var form = [("grant_type", "authorization_code"), ("code", code)]
        if let redirect {
            form += [("redirect_uri", redirect), ("code_verifier", attempt.codeVerifier)]
        }
        let client = redirect == nil ? configuration.clientIDs[0] : clientID
        let answer = try await post(form, as: client, to: \.token)
        guard case .object(let members)? = try? JSON(answer.bytes, keepsNumbers: true),
            case .string(let token)? = members["id_token"]
        else {
            throw ProviderError.malformed("\(configuration.issuer) has given no identity token")
        }
        guard case .string(let refresh)? = members["refresh_token"], refresh.utf8.count <= 4096
        else { return Exchanged(identityToken: token) }
        return Exchanged(
            identityToken: token, grant: ProviderGrant(client: client, refreshToken: refresh))
    }

    /// Tells the provider that a grant is not used any more (RFC 7009). One that it does not know
    /// is no error.
    ///
    /// - Throws: `ProviderError`.
    package func revoke(_ grant: ProviderGrant) async throws {
        let form = [("token", grant.refreshToken), ("token_type_hint", "refresh_token")]
        do {
            _ = try await post(form, as: grant.client, to: \.revocation)
        } catch ProviderError.refused {}
    }

    private func post(
        _ form: [(String, String)], as client: String,
        to endpoint: (ProviderEndpoints) -> ProviderURL?
    ) async throws -> ProviderAnswer {
        let endpoints = try await directory.endpoints()
        guard let url = endpoint(endpoints), let credentials = configuration.credentials
        else {
            throw ProviderError.malformed("\(configuration.issuer) has no such endpoint")
        }
        let secret = try credentials.text(
            for: client, issuer: configuration.issuer, at: clock() / 1000)
        var request = ProviderRequest(url: url, form: form)
        if endpoints.takesSecretInBody {
            request.form = form + [("client_id", client), ("client_secret", secret)]
        } else {
            request.login = (client.percentEncoded(), secret.percentEncoded())
        }
        let answer = try await self.client.send(request, until: .now + ProviderClient.timeout)
        switch answer.status {
        case 200: return answer
        case 400..<500: throw ProviderError.refused("\(url) answered with \(answer.status)")
        default: throw ProviderError.malformed("\(url) answered with \(answer.status)")
        }
    }
}

/// What a provider has granted, until it is revoked. A secret, to be sealed where it is kept.
package struct ProviderGrant: Sendable, Equatable {
    /// To whom: a client id, which no other can revoke it for.
    let client: String
    let refreshToken: String
}

extension ProviderGrant {
    /// - Parameter secret: of `secret`.
    package init?(_ secret: Secret) {
        let parts = secret.bytes.split(separator: 0, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        client = String(decoding: parts[0], as: UTF8.self)
        refreshToken = String(decoding: parts[1], as: UTF8.self)
    }

    package var secret: Secret { Secret(Array(client.utf8) + [0] + Array(refreshToken.utf8)) }
}

extension ProviderGrant: Redacted {}
