import RollcallAPI

/// Answers the calls of `AccountDataService`, each in a file named for it.
package struct AccountDataHandler: AccountDataService {
    let callers: SignedInCallers
    let deletion: AccountDeletion
    let peers: PeerServices
    let limits: Limits
    let store: AuthStore
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
