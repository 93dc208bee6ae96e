import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuthService`, each in a file named for it.
package struct AuthHandler: AuthService {
    let store: AuthStore
    let names: DisplayNames
    let outbox: Outbox
    let underWay: SignUpsUnderWay
    let hasher: PasswordHasher
    let gate: PasswordGate
    let signUpLimits: SignUpLimits
    let commonPasswords: CommonPasswords
    let signer: TokenSigner
    let publicKeys: [SigningKey]
    let ids: UUIDv7Generator
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource
    let logger: Logger
}
