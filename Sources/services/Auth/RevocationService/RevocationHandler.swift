import Logging
import RollcallAPI
import RollcallRPC

/// Answers the calls of `RevocationService`, in a file named for it.
package struct RevocationHandler: RevocationService {
    /// A follower is told at least so often that it is still told.
    static let heartbeat = Duration.seconds(2)

    let store: AuthStore
    let cursors: RevocationCursors
    /// Knows callers by their tokens: asked again as long as a stream goes on.
    let authenticator: any Authenticator
    var heartbeat = Self.heartbeat
    /// Milliseconds since 1970.
    let clock: @Sendable () -> Int64
    let logger: Logger
}
