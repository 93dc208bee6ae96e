import MessageJSON
import RollcallBasics
import RollcallCrypto

/// What a deployment proves itself to a provider with, when it exchanges codes.
package struct ProviderCredentials: Sendable {
    /// Nil for the first one of the configuration.
    let clientID: String?
    private let secret: Kind

    private enum Kind: Sendable {
        case text(String)
        /// Apple takes a token instead, signed by a key that it has given out.
        case apple(team: String, keyID: String, key: P256PrivateKey)
    }

    /// The credentials of each provider in a file: a JSON object with a member for each, such as
    /// `{"google": {"client_secret": "…"}, "apple": {"client_id": "…", "team_id": "…", "key_id":
    /// "…", "private_key": "-----BEGIN PRIVATE KEY-----…"}}`.
    ///
    /// - Throws: `Unusable`, without any secret.
    package static func all(
        inFile text: String
    ) throws(Unusable) -> [String: ProviderCredentials] {
        guard case .object(let members)? = try? JSON(Array(text.utf8)) else {
            throw .init("the secrets of providers are not a JSON object")
        }
        var all: [String: ProviderCredentials] = [:]
        for (name, value) in members { all[name] = try Self(value.texts ?? [:], of: name) }
        return all
    }

    private init(
        _ texts: [String: String], of name: String
    ) throws(Unusable) {
        clientID = texts["client_id"]
        if let text = texts["client_secret"] {
            secret = .text(text)
        } else if let team = texts["team_id"], let keyID = texts["key_id"],
            let key = texts["private_key"].flatMap({ try? P256PrivateKey(pem: $0) })
        {
            secret = .apple(team: team, keyID: keyID, key: key)
        } else {
            throw .init(
                "\(name) has no client_secret, nor a team_id, a key_id, and a private_key in PEM "
                    + "of P-256")
        }
    }

    /// The secret for one request.
    ///
    /// - Parameter now: seconds since 1970.
    func text(for clientID: String, issuer: ProviderURL, at now: Int64) throws -> String {
        switch secret {
        case .text(let text): return text
        case .apple(let team, let keyID, let key):
            let parts: [JSON] = [
                .object(["alg": .string("ES256"), "kid": .string(keyID)]),
                .object([
                    "iss": .string(team), "sub": .string(clientID), "aud": .string(issuer.text),
                    "iat": .number(now), "exp": .number(now + 300),
                ]),
            ]
            let signed = parts.map { Base64.url.encode($0.line().utf8) }.joined(separator: ".")
            return signed + "." + Base64.url.encode(try key.sign(signed.utf8))
        }
    }
}

extension ProviderCredentials: Redacted {}
