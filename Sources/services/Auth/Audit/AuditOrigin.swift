import RollcallRPC

/// Who acts and from where, for the audit entries of a call. A task-local value: each verb of the
/// store may write an entry, and none has another use for the caller.
struct AuditOrigin: Sendable, Equatable {
    /// What Auth does by itself, outside of a call.
    @TaskLocal static var current = AuditOrigin(actor: "auth", addressPrefix: "")

    /// As `AuditEntry.actor`.
    let actor: String
    let addressPrefix: String
}

extension AuditOrigin {
    init(_ context: CallContext) {
        actor =
            switch context.caller {
            // What is noted of one was proved: by a password, a code or a link.
            case .anonymous: "owner"
            case .user(let user):
                user.isAdmin && context.isAdministration
                    ? "admin:\(user.userID)" : "owner"
            case .service(let name): "service:\(name.prefix(32))"
            case .operator: "operator"
            }
        addressPrefix = context.peer.addressPrefix
    }

    /// Has handlers run with the origin of their call.
    static let surrounding: Router.Surrounding = { context, body in
        try await $current.withValue(AuditOrigin(context), operation: body)
    }
}

extension CallContext {
    /// Whether administrators alone may make the call: an administrator's own account is its
    /// owner's.
    fileprivate var isAdministration: Bool {
        ["AuthAdminService/", "AuditService/", "ImportService/"].contains {
            method.contains($0)
        }
    }
}
