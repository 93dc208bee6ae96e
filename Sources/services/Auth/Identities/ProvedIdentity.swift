import RollcallCrypto

/// Names an identity: never an address, which may change, and may be given to another.
struct IdentityKey: Hashable, Sendable {
    let issuer, subject: String
}

/// An identity that was proved, on its way to an account.
struct ProvedIdentity: Equatable, Sendable {
    let key: IdentityKey
    /// The address at the provider, to show it to the owner.
    let email: String?
    /// What the provider has granted, sealed, until it is revoked.
    let sealedGrant: String?
    /// The attempt that has proved it; nil once that is used up.
    var attempt: UsableAttempt?

    /// The same, when its attempt is used up.
    var used: ProvedIdentity {
        var used = self
        used.attempt = nil
        return used
    }

    /// An attempt that can be accepted once, until a time in milliseconds since 1970.
    struct UsableAttempt: Equatable, Sendable {
        let digest: SHA256Digest
        let expiresAt: Int64
    }
}

/// An identity of an account, as it is stored. Times are milliseconds since 1970.
struct LinkedIdentity: Equatable, Sendable {
    /// The most identities of an account.
    static let limit = 10

    let key: IdentityKey
    let email: String?
    let linkedAt: Int64
    /// To the day; nil before the first sign-in with it.
    let lastUsedAt: Int64?
}
