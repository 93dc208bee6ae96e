import RollcallBasics
import RollcallCrypto

/// One attempt to sign in with a provider, from its start until it is accepted. Nothing is stored
/// at the start, so a stranger fills no table: all follows from a token, by a key of the server.
///
/// Whoever accepts an attempt must store its digest until it expires, and so accept it once.
package struct IdentityAttempt: Sendable {
    package static let lifetime = Duration.seconds(600)

    /// How the provider's answer comes.
    package enum Route: UInt8, Sendable {
        /// The token of the provider's own library.
        case appToken = 1
        /// A code, on a page in a browser.
        case page
        /// A code, on its way through a browser to an app.
        case appRedirect
    }

    /// For the client: it holds no secret, and is of use to nobody without the provider's answer.
    package let token: String
    package let provider: String
    package let route: Route
    /// Milliseconds since 1970.
    package let expiresAt: Int64
    /// What the provider's token must say.
    package let nonce: String
    /// What must come back with the code.
    package let state: String
    /// Known to the server alone.
    let codeVerifier: String
    /// By which an attempt is known as used.
    package let digest: SHA256Digest

    /// RFC 7636 §4.2.
    var codeChallenge: String {
        Base64.url.encode(SHA256Digest(of: codeVerifier.utf8).bytes)
    }
}

/// Makes attempts, and knows them again.
package struct IdentityAttempts: Sendable {
    private static let prefix = "rca1_"
    private static let drawnByteCount = 16

    private let seal: SealedText

    /// - Parameter secret: the master key.
    /// - Throws: `CryptoError`.
    package init(secret: Secret) throws {
        seal = SealedText(
            key: try HKDFSHA256.key(from: secret, purpose: "rollcall identity attempts"))
    }

    /// - Parameter now: milliseconds since 1970.
    /// - Throws: `CryptoError`.
    package func start(
        with provider: String, by route: IdentityAttempt.Route, at now: Int64,
        random: RandomSource
    ) throws -> IdentityAttempt {
        let expiresAt = now + IdentityAttempt.lifetime.wholeMilliseconds
        return try attempt(
            random.bytes(Self.drawnByteCount) + UInt64(expiresAt).bigEndianBytes
                + [route.rawValue] + Array(provider.utf8))
    }

    /// - Parameter now: milliseconds since 1970.
    /// - Returns: nil for a token that was not made here, or has expired.
    /// - Throws: `CryptoError`.
    package func attempt(_ token: String, at now: Int64) throws -> IdentityAttempt? {
        guard token.hasPrefix(Self.prefix),
            let content = try seal.content(
                of: token.dropFirst(Self.prefix.utf8.count), for: "seal",
                longest: 256 - Self.prefix.utf8.count),
            content.count > Self.drawnByteCount + 9
        else { return nil }
        let attempt = try attempt(content)
        return now < attempt.expiresAt ? attempt : nil
    }

    /// - Parameter content: what was drawn, when it expires, the route, the provider.
    private func attempt(_ content: [UInt8]) throws -> IdentityAttempt {
        let rest = content.dropFirst(Self.drawnByteCount)
        guard let route = IdentityAttempt.Route(rawValue: rest.dropFirst(8).first ?? 0) else {
            throw CryptoError.openSSL("HMAC")
        }
        return IdentityAttempt(
            token: Self.prefix + (try seal.text(of: content, for: "seal")),
            provider: String(decoding: rest.dropFirst(9), as: UTF8.self), route: route,
            expiresAt: Int64(UInt64(bigEndianBytes: rest.prefix(8))),
            nonce: try derived("nonce", content), state: try derived("state", content),
            codeVerifier: try derived("verifier", content), digest: SHA256Digest(of: content))
    }

    private func derived(_ use: String, _ content: [UInt8]) throws -> String {
        Base64.url.encode(try seal.code(of: content, for: use))
    }
}
