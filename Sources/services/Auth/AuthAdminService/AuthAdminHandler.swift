import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuthAdminService`, each in a file named for it. Who may call is written
/// beside each RPC in the contract.
package struct AuthAdminHandler: AuthAdminService {
    let store: AuthStore
    let peers: PeerServices
    let limits: Limits
    let deletion: AccountDeletion
    let notices: Notices
    let challenges: Challenges
    /// Nil where mail has no way out.
    let mail: MailOutbox?
    let rotation: KeyRotation
    let consistency: ConsistencyCheck
    let authenticator: CurrentCallers
    let pages: PageTokens
    let ids: UUIDv7Generator
    let log: AdminLog
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let random: RandomSource
}
