import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AccountDataService`, each in a file named for it.
package struct AccountDataHandler: AccountDataService {
    /// What the services of Auth have in common: the store, the password gate, the clock.
    let auth: AuthHandler
    let deletion: AccountDeletion
    let presence: PresenceRecords
}
