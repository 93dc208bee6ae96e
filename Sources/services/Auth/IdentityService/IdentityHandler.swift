import RollcallAPI

/// Answers the calls of `IdentityService`, each in a file named for it.
package struct IdentityHandler: IdentityService {
    let store: AuthStore
    let callers: SignedInCallers
    let identities: Identities
    /// What a sign-in ends in is the same as with a password.
    let signIns: AuthHandler
    let names: DisplayNames
    let limits: Limits
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64

    /// An identity as its owner sees it.
    func message(_ identity: LinkedIdentity) -> Identity {
        Identity(
            provider: identities.name(of: identity.key.issuer), subject: identity.key.subject,
            email: identity.email ?? "", linkedAtMs: identity.linkedAt,
            lastUsedAtMs: identity.lastUsedAt ?? 0)
    }
}
