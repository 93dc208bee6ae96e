import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `ProfileAdminService`, each in a file named for it.
package struct ProfileAdminHandler: ProfileAdminService {
    let store: ProfileStore
    let pages: PageTokens
    let photos: PhotoArchive
    let authenticator: any Authenticator
    let noticeIDs: UUIDv7Generator
    /// The longest time of one.
    let downloadTime: Duration
    let clock: @Sendable () -> Int64
    let log: AdminLog
}
