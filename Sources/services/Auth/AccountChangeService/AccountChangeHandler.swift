import RollcallAPI
import RollcallRPC

/// Answers the calls of `AccountChangeService`, in a file named for it.
package struct AccountChangeHandler: AccountChangeService {
    let store: AuthStore
    /// Asked again as long as a stream goes on.
    let authenticator: any Authenticator
    /// A follower that has nothing to be told is sent a message at least so often.
    var heartbeat = RevocationHandler.heartbeat
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
}
