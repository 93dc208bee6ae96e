import RollcallCrypto

/// Answers what the link of a mail is for, each call in a file named for it.
struct LinkHandler: Sendable {
    let challenges: Challenges
    let limits: Limits
    let hasher: PasswordHasher
    let notices: Notices
    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource
}
