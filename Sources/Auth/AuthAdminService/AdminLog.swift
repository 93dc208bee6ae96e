import Logging
import RollcallRPC

/// Tells the log what administrators have done.
struct AdminLog: Sendable {
    let logger: Logger

    /// Says what was done, and by whom.
    func note(_ context: CallContext, _ what: Logger.Metadata = [:]) {
        var metadata = what
        metadata["rpc.method"] = "\(context.method)"
        metadata["admin.id"] = "\((try? context.user.userID) ?? "operator")"
        logger.notice("an administrator has acted", metadata: metadata)
    }
}
