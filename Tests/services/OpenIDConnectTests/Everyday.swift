import OpenIDConnect
import RollcallCrypto
import TestIdentityProvider
import TestSupport
import Testing

/// A deployment that accepts the identities of one provider, whose answers a test chooses.
struct Everyday {
    let clock = TestClock()
    let server: IdentityProviderServer
    let provider: IdentityProvider
    let attempts: IdentityAttempts
    let attempt: IdentityAttempt

    init(_ server: IdentityProviderServer, clientIDs: [String] = [IdentityProviderServer.client])
        throws
    {
        self.server = server
        let secrets = #"{"mock":{"client_secret":"\#(IdentityProviderServer.secret)"}}"#
        provider = IdentityProvider(
            try ProviderConfiguration(
                name: "mock", issuer: server.issuer, clientIDs: clientIDs,
                credentials: try ProviderCredentials.all(inFile: secrets)["mock"]),
            authorities: server.authorities, clock: clock.now)
        attempts = try IdentityAttempts(secret: Secret([UInt8](repeating: 7, count: 32)))
        attempt = try attempts.start(
            with: "mock", by: .appToken, at: clock.now(), random: .system)
    }

    var seconds: Int64 { clock.now() / 1000 }

    /// - Parameter replaced: claims, as JSON.
    func token(
        _ key: TestProviderKey, header: String? = nil, _ replaced: [String: String] = [:]
    ) throws -> String {
        try key.sign(
            header: header,
            claims: server.claims(nonce: attempt.nonce, now: seconds, replaced))
    }

    func verified(_ token: String) async throws -> IdentityToken {
        try await provider.verified(token, nonce: attempt.nonce)
    }

    /// The claim that a token is refused for; nil if it is accepted.
    func refusal(of token: String) async throws -> String? {
        do {
            _ = try await verified(token)
            return nil
        } catch let error as IdentityTokenError {
            return error.claim
        }
    }
}
