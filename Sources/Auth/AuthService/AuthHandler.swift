import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuthService`, each in a file named for it.
package struct AuthHandler: AuthService {
    let store: AuthStore
    let names: DisplayNames
    /// Profile's.
    let outbox: Outbox
    let presenceOutbox: Outbox
    let underWay: SignUpsUnderWay
    let hasher: PasswordHasher
    let gate: PasswordGate
    let rehashes: RehashQueue
    let signUpLimits: SignUpLimits
    let mailLimits: MailLimits
    let challenges: Challenges
    let notices: Notices
    let commonPasswords: CommonPasswords
    let keys: KeyRing
    let mint: RefreshTokenMint
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource
    let metrics: AuthMetrics
    let logger: Logger
}
