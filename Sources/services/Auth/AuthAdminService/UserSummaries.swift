import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    var sessionClock: SessionClock { SessionClock(now: clock(), configuration: configuration) }

    func userID(_ text: String) throws -> UUIDv7 {
        try UUIDv7(text).orThrow(.userNotFound)
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
        log.note(context, what.merging(["user.id": "\(id)"]) { $1 })
        return await summaries(of: [user], context)[0]
    }

    /// Accounts as administrators see them, with their display names as far as Profile answers.
    func summaries(of users: [UserOverview], _ context: CallContext) async -> [UserSummary] {
        let ids = users.map(\.id.description)
        let found = ids.isEmpty ? [:] : (try? await peers.names.names(of: ids, for: context)) ?? [:]
        return users.map { user in
            var summary = user.summary(now: clock())
            summary.displayName = found[summary.userID] ?? ""
            return summary
        }
    }
}

extension RPCError {
    static var userNotFound: RPCError {
        .violation(.notFound, .userNotFound, "there is no such account")
    }

    static var lastAdmin: RPCError {
        .violation(
            .failedPrecondition, .lastAdmin,
            "the account is the last administrator; make another administrator first")
    }
}
