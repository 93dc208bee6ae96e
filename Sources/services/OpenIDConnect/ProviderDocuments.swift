import AccessTokens
import MessageJSON
import RollcallCrypto

/// What a provider publishes of itself: its endpoints (OpenID Connect Discovery 1.0 §3) and the
/// keys that it signs with.
package struct ProviderDocuments: Sendable {
    package let endpoints: ProviderEndpoints
    package let keys: ProviderKeys
}

/// The endpoints of a provider, as its `/.well-known/openid-configuration` says.
package struct ProviderEndpoints: Sendable {
    package let authorization: ProviderURL?
    let token, revocation: ProviderURL?
    let keys: ProviderURL
    /// Whether the client's secret may be sent in the body of a request (`client_secret_post`).
    let takesSecretInBody: Bool

    /// - Parameter issuer: whose document it must be, to the letter (§4.3).
    /// - Throws: `ProviderError.malformed`.
    init(_ json: [UInt8], of issuer: ProviderURL) throws(ProviderError) {
        guard case .object(let members)? = try? JSON(json, keepsNumbers: true) else {
            throw .malformed("the configuration of \(issuer) is not a JSON object")
        }
        let url = { (name: String) in
            members[name]?.text.flatMap { ProviderURL($0, mayBeLoopback: issuer.isLoopback) }
        }
        guard members["issuer"] == .string(issuer.text) else {
            throw .malformed("the configuration of \(issuer) names another issuer")
        }
        guard let keys = url("jwks_uri") else {
            throw .malformed("the configuration of \(issuer) has no usable jwks_uri")
        }
        self.keys = keys
        authorization = url("authorization_endpoint")
        token = url("token_endpoint")
        revocation = url("revocation_endpoint")
        if case .array(let methods)? = members["token_endpoint_auth_methods_supported"] {
            takesSecretInBody = methods.contains(.string("client_secret_post"))
        } else {
            // RFC 8414 §2: without the list, it is `client_secret_basic`.
            takesSecretInBody = false
        }
    }
}

/// The keys of a JWK set (RFC 7517 §5) that verify tokens. One that is of no use here does not
/// affect the others.
package struct ProviderKeys: Sendable {
    /// The most keys of a set.
    static let limit = 32

    private let keys: [(id: String?, key: VerificationKey)]

    /// - Throws: `ProviderError.malformed`, also for a set without a usable key.
    init(_ json: [UInt8]) throws(ProviderError) {
        guard case .object(let members)? = try? JSON(json, keepsNumbers: true),
            case .array(let keys)? = members["keys"]
        else { throw .malformed("the key set is no JWK set") }
        self.keys = keys.prefix(Self.limit).compactMap(Self.usable)
        guard !self.keys.isEmpty else { throw .malformed("the key set has no usable key") }
    }

    /// The keys that may have signed a token: all of its id, as a set may have one id twice. A
    /// token that names no key is of the only one, if there is one of its algorithm (OpenID Connect
    /// Core 1.0 §10.1).
    func candidates(for token: CompactToken) -> [VerificationKey] {
        let fitting = keys.filter { $0.key.algorithm == token.algorithm }
        guard let id = token.keyID else { return fitting.count == 1 ? [fitting[0].key] : [] }
        return fitting.filter { $0.id == id }.map(\.key)
    }

    private static func usable(_ json: JSON) -> (String?, VerificationKey)? {
        guard case .object(let members) = json else { return nil }
        let text = { (name: String) in members[name]?.text }
        let bytes = { (name: String) in text(name).flatMap { Base64.url.decode($0) } ?? [] }
        guard members["use"] == nil || text("use") == "sig",
            members["kid"] == nil || text("kid") != nil
        else { return nil }
        let key: VerificationKey? =
            switch text("kty") {
            case "RSA":
                (try? RSAPublicKey(modulus: bytes("n"), exponent: bytes("e"))).map { .rs256($0) }
            case "EC" where text("crv") == "P-256":
                (try? P256PublicKey(x: bytes("x"), y: bytes("y"))).map { .es256($0) }
            default: nil
            }
        guard let key, members["alg"] == nil || text("alg") == key.algorithm.rawValue else {
            return nil
        }
        return (text("kid"), key)
    }
}
