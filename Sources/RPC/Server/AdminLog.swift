import Logging

/// Tells the log what administrators have done.
package struct AdminLog: Sendable {
    package let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    /// Says what was done, and by whom.
    package func note(_ context: CallContext, _ what: Logger.Metadata = [:]) {
        var metadata = what
        metadata["rpc.method"] = "\(context.method)"
        metadata["admin.id"] = "\((try? context.user.userID) ?? "operator")"
        logger.notice("an administrator has acted", metadata: metadata)
    }
}
