import AccessTokens
import RollcallAPI
import RollcallRPC

/// Answers the RPCs of `ProfilePeerService`: one a file, named for it.
package struct ProfilePeerHandler: ProfilePeerService {
    let store: ProfileStore
    let pages: PageTokens
    let photos: PhotoArchive
    /// Where photos are read over HTTP, if they are.
    let links: PhotoLinks?
    let exports: CallLimiter
    /// The longest time of one.
    let exportTime: Duration
    /// The longest silence of a stream of changes.
    let heartbeat: Duration
    /// The server's, which is asked again about those who take their time.
    let authenticator: any Authenticator
    /// Milliseconds since 1970-01-01 UTC.
    let clock: @Sendable () -> Int64
}
