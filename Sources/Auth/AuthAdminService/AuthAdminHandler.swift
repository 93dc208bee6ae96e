import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// Answers the calls of `AuthAdminService`, each in a file named for it. Who may call is written
/// beside each RPC in the contract.
package struct AuthAdminHandler: AuthAdminService {
    /// What both services stand on.
    let auth: AuthHandler
    /// To every service that is told of something.
    let outboxes: [Outbox]
    let limiter: Limiter
    let pages: PageTokens
    let rotation: KeyRotation
    let deletion: AccountDeletion
    let consistency: ConsistencyCheck
    /// Nil where mail has no way out.
    let mail: MailOutbox?

    var store: AuthStore { auth.store }
    var now: Int64 { auth.clock() }
    var sessionClock: SessionClock { SessionClock(now: now, configuration: auth.configuration) }
}

/// What the RPCs about an account have in common.
extension AuthAdminHandler {
    func userID(_ text: String) throws -> UUIDv7 {
        guard let id = UUIDv7(text) else { throw RPCError.userNotFound }
        return id
    }

    /// Changes an account, and notes who did it.
    ///
    /// - Parameter what: the values that are new by it.
    /// - Returns: the account as it is afterwards.
    /// - Throws: `RPCError` (USER_NOT_FOUND, EMAIL_NOT_VERIFIED, LAST_ADMIN).
    func change(
        _ id: String, by change: AuthStore.UserChange, _ context: CallContext,
        noting what: Logger.Metadata = [:]
    ) async throws -> UserSummary {
        let id = try userID(id)
        let user = try await store.change(
            id, by: change, mayRemoveLastAdmin: context.caller == .operator, at: sessionClock)
        guard let user else { throw RPCError.userNotFound }
        note(context, what.merging(["user.id": "\(id)"]) { $1 })
        return await summaries(of: [user], context)[0]
    }

    /// Accounts as administrators see them, with their display names as far as Profile answers.
    func summaries(of users: [UserOverview], _ context: CallContext) async -> [UserSummary] {
        let ids = users.map(\.id.description)
        let names = ids.isEmpty ? [:] : (try? await auth.names.names(of: ids, for: context)) ?? [:]
        return users.map { user in
            var summary = user.summary(now: now)
            summary.displayName = names[summary.userID] ?? ""
            return summary
        }
    }

    /// Tells the log what was done, and by whom.
    func note(_ context: CallContext, _ what: Logger.Metadata = [:]) {
        var metadata = what
        metadata["rpc.method"] = "\(context.method)"
        metadata["admin.id"] = "\((try? context.user.userID) ?? "operator")"
        auth.logger.notice("an administrator has acted", metadata: metadata)
    }
}

extension RPCError {
    static var userNotFound: RPCError {
        .violation(.notFound, .userNotFound, "there is no such account")
    }

    static var lastAdmin: RPCError {
        .violation(
            .failedPrecondition, .lastAdmin,
            "nobody else would be left to administer; make another administrator first")
    }
}
