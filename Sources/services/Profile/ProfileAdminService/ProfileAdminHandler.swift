import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `ProfileAdminService`, each in a file named for it.
package struct ProfileAdminHandler: ProfileAdminService {
    let store: ProfileStore
    let photos: PhotoArchive
    let noticeIDs: UUIDv7Generator
    let configuration: ProfileConfiguration
    let clock: @Sendable () -> Int64
    let log: AdminLog

    /// - Parameter profile: whose tables and photos it works on.
    package init(of profile: ProfileHandler, logger: Logger) {
        store = profile.store
        photos = profile.photos
        noticeIDs = profile.noticeIDs
        configuration = profile.configuration
        clock = profile.clock
        log = AdminLog(logger: logger)
    }
}
