import Logging
import RollcallAPI
import RollcallRPC

/// Answers the RPCs of `PresenceAdminService`: one a file, named for it.
package struct PresenceAdminHandler: PresenceAdminService {
    let hub: PresenceHub
    let leases: any LeaseAuthority
    private let logger: Logger

    init(hub: PresenceHub, leases: any LeaseAuthority, logger: Logger) {
        self.hub = hub
        self.leases = leases
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
