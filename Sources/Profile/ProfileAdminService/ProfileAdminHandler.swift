import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `ProfileAdminService`, each in a file named for it.
package struct ProfileAdminHandler: ProfileAdminService {
    let store: ProfileStore
    let photos: PhotoArchive
    let noticeIDs: UUIDv7Generator
    let scrub: PhotoScrub?
    let configuration: ProfileConfiguration
    let clock: @Sendable () -> Int64
    private let logger: Logger

    /// - Parameter profile: whose tables and photos it works on.
    package init(of profile: ProfileHandler, logger: Logger) {
        store = profile.store
        photos = profile.photos
        noticeIDs = profile.noticeIDs
        scrub = profile.scrub
        configuration = profile.configuration
        clock = profile.clock
        self.logger = logger
    }

    /// Tells the log what was done, and by whom.
    func note(_ context: CallContext, _ what: Logger.Metadata) {
        var metadata = what
        metadata["rpc.method"] = "\(context.method)"
        metadata["admin.id"] = "\((try? context.user.userID) ?? "operator")"
        logger.notice("an administrator has acted", metadata: metadata)
    }
}
