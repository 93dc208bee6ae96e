/// What an issuer's tokens say: the third layer of a token's check. Each issuer has a type of its
/// own, which reads its payloads as strictly as they allow.
protocol TokenClaims: Sendable {
    /// Seconds since 1970-01-01 UTC, as are the others.
    var issuedAt: Int64 { get }
    var notBefore: Int64? { get }
    var expiresAt: Int64 { get }

    /// - Parameter audience: whom the token must be for.
    /// - Returns: `nil` if a claim is missing, has a wrong type, or has a value that the issuer
    ///   would not sign.
    init?(payload: [UInt8], audience: String)
}

extension TokenClaims {
    /// How long before its beginning a token is accepted, in seconds. It is long, as no renewal
    /// helps against a clock that is behind the issuer's.
    static var earliness: Int64 { 60 }

    /// Whether the token is valid at a time, in seconds since 1970-01-01 UTC.
    ///
    /// - Parameter leeway: how long after its end it is accepted, in seconds.
    func isCurrent(at now: Int64, leeway: Int64) -> Bool {
        max(issuedAt, notBefore ?? 0, 0) - Self.earliness <= now && now - leeway < expiresAt
    }
}
