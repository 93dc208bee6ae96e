import Logging

/// Tells the log what administrators have done.
package struct AdminLog: Sendable {
    /// The key of the metadata in which the operator's client names the person: `SUDO_USER`.
    package static let sudoUserKey = "rollcall-sudo-user"

    package let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    /// Says what was done, and by whom.
    package func note(_ context: CallContext, _ what: Logger.Metadata = [:]) {
        var metadata = what
        metadata["rpc.method"] = "\(context.method)"
        metadata["admin.id"] = "\((try? context.user.userID) ?? "operator")"
        if case .process(let process) = context.peer.proof, context.caller == .operator {
            metadata["admin.uid"] = "\(process.userID)"
            metadata["admin.sudo_user"] = context.metadata[text: Self.sudoUserKey]
                .map { "\($0.prefix(64))" }
        }
        logger.notice("an administrator has acted", metadata: metadata)
    }
}
