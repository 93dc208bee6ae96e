import Logging
import RollcallAPI
import RollcallRPC

/// Answers the calls of `ProfileAdminService`, each in a file named for it.
package struct ProfileAdminHandler: ProfileAdminService {
    let store: ProfileStore
    let clock: @Sendable () -> Int64
    private let logger: Logger

    /// - Parameters:
    ///   - store: closed by the caller, after the server has stopped.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    package init(store: ProfileStore, clock: @escaping @Sendable () -> Int64, logger: Logger) {
        self.store = store
        self.clock = clock
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
