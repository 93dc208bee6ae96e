import RollcallCrypto

/// Verifies and changes the e-mail address of an account, each call in a file named for it.
struct AddressHandler: Sendable {
    let callers: SignedInCallers
    let accounts: AccountInfos
    let challenges: Challenges
    let limits: Limits
    let notices: Notices
    let store: AuthStore
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
