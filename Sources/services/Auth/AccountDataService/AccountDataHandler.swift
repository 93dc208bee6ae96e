import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AccountDataService`, each in a file named for it.
package struct AccountDataHandler: AccountDataService {
    let callers: SignedInCallers
    let deletion: AccountDeletion
    let names: DisplayNames
    let presence: PresenceRecords
    let limits: Limits
    let store: AuthStore
    let configuration: AuthConfiguration
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
