import MessageJSON
import RollcallCrypto

/// What an identity token (OpenID Connect Core 1.0 §2) says, once its signature was verified.
package struct IdentityToken: Sendable, Equatable {
    /// The longest token that is read, in bytes. Some providers put the groups of a user in it.
    static let lengthLimit = 16 << 10
    /// By how much the clocks of the provider and of this machine may differ, in seconds.
    static let skew: Int64 = 60

    /// The configured issuer, however the token spells it.
    package let issuer: String
    /// The user's name at the issuer: printable ASCII, 1 to 255 bytes, never given to another.
    package let subject: String
    /// As the provider writes it; it may change, and may not be an address at all.
    package let email: String?
    /// Whether the provider says that the user reads mail there.
    package let isEmailVerified: Bool
    /// What the user is called there.
    package let name: String?

    /// - Parameters:
    ///   - payload: of a token, not to be believed before its signature is verified.
    ///   - nonce: what was given out for this attempt.
    ///   - now: seconds since 1970.
    /// - Throws: `IdentityTokenError`, with the first claim that is wrong.
    init(
        payload: [UInt8], for configuration: ProviderConfiguration, nonce: String, now: Int64
    ) throws(IdentityTokenError) {
        guard case .object(let claims)? = try? JSON(payload, keepsNumbers: true) else {
            throw IdentityTokenError("payload", "is not a JSON object with unique names")
        }
        let text = { (name: String) in claims[name]?.text }
        guard let issuer = text("iss"), configuration.spellings.contains(issuer) else {
            throw IdentityTokenError("iss", "is not \(configuration.issuer)")
        }
        try Self.checkAudience(claims, Set(configuration.clientIDs))
        try Self.checkTimes(claims, at: now)
        guard let claimed = text("nonce"), Self.nonces(nonce).contains(claimed) else {
            throw IdentityTokenError("nonce", "is not that of the attempt, nor its SHA-256")
        }
        guard let subject = text("sub"), (1...255).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ (0x20...0x7e).contains($0) })
        else { throw IdentityTokenError("sub", "is not 1 to 255 printable ASCII characters") }
        self.issuer = configuration.issuer.text
        self.subject = subject
        email = text("email")
        // Some providers write a text.
        isEmailVerified =
            claims["email_verified"] == .bool(true) || claims["email_verified"] == .string("true")
        let parts = [text("given_name"), text("family_name")].compactMap(\.self)
        name = text("name") ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    }

    /// With several audiences, or a list of one, `azp` must be this client, too: another client of
    /// the issuer could have been given the token. With a plain `aud` it may be another one: Google
    /// names an Android app there (§2, §3.1.3.7).
    private static func checkAudience(
        _ claims: [String: JSON], _ clientIDs: Set<String>
    ) throws(IdentityTokenError) {
        let isOurs = { (value: JSON?) in value?.text.map(clientIDs.contains) ?? false }
        guard case .array(let audiences)? = claims["aud"] else {
            guard isOurs(claims["aud"]) else {
                throw IdentityTokenError("aud", "is not a client id of this deployment")
            }
            return
        }
        guard audiences.contains(where: isOurs) else {
            throw IdentityTokenError("aud", "has no client id of this deployment")
        }
        guard isOurs(claims["azp"]) || (claims["azp"] == nil && audiences.count == 1) else {
            throw IdentityTokenError("azp", "is not a client id of this deployment")
        }
    }

    private static func checkTimes(
        _ claims: [String: JSON], at now: Int64
    ) throws(IdentityTokenError) {
        let time = { (name: String) -> Int64? in
            guard case .number(let time)? = claims[name], (0...Self.latest).contains(time) else {
                return nil
            }
            return time
        }
        guard let expiresAt = time("exp"), now < expiresAt + skew else {
            throw IdentityTokenError("exp", "is missing or over")
        }
        guard let issuedAt = time("iat"), issuedAt - skew <= now, issuedAt <= expiresAt else {
            throw IdentityTokenError("iat", "is missing or in the future")
        }
        guard claims["nbf"] == nil || time("nbf").map({ $0 - skew <= now }) == true else {
            throw IdentityTokenError("nbf", "is in the future")
        }
    }

    /// The nonce as tokens may have it: apps hand it to the provider's own library raw or as a
    /// digest, as those libraries ask for.
    private static func nonces(_ nonce: String) -> [String] {
        let digest = SHA256Digest(of: nonce.utf8).bytes
        return [nonce, Hex.encode(digest), Base64.url.encode(digest)]
    }

    /// The last second of the year 9999.
    private static let latest: Int64 = 253_402_300_799
}

/// Why an identity token is refused.
package struct IdentityTokenError: Error, Equatable {
    /// What is wrong: a claim such as `aud`, or `token`, `alg`, `kid` or `signature`.
    package let claim: String
    /// What goes on behind the name of the claim.
    package let sentence: String

    init(_ claim: String, _ sentence: String) {
        (self.claim, self.sentence) = (claim, sentence)
    }
}
