import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the RPCs of `ProfileService`: one a file, named for it.
package struct ProfileHandler: ProfileService {
    let store: ProfileStore
    let pages: PageTokens
    let photos: PhotoArchive
    /// Where photos are read over HTTP, if they are.
    let links: PhotoLinks?
    let uploads: PhotoUploads
    let downloads: CallLimiter
    /// The longest time of one.
    let downloadTime: Duration
    let watches: ProfileWatchHub
    let reportIDs: UUIDv7Generator
    /// The server's, which is asked again about those who take their time.
    let authenticator: any Authenticator
    /// Of answers to a signed-in user that leave out who is unknown, or blocked in either
    /// direction: the two differ by some ten microseconds.
    let padding = ResponsePadding(quantum: .milliseconds(4))
    /// Milliseconds since 1970-01-01 UTC.
    let clock: @Sendable () -> Int64
}
