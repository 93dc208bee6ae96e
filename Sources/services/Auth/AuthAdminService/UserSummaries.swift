import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension AuthAdminHandler {
    var sessionClock: SessionClock { SessionClock(now: clock(), configuration: configuration) }

    /// The account that a request names.
    ///
    /// - Throws: as `userID(of:)`; `RPCError` (USER_NOT_FOUND).
    func userID(_ key: UserKey?, _ context: CallContext) async throws -> UUIDv7 {
        guard let key = key?.key else { throw RPCError.missing("user", "say which account") }
        return try await userID(of: key, context).orThrow(.userNotFound)
    }

    /// The account that a key names; nil if there is none.
    ///
    /// - Throws: `RPCError` (FIELD_MISSING, FIELD_MALFORMED); what Profile's answer ends with.
    func userID(of key: UserKey.Key, _ context: CallContext) async throws -> UUIDv7? {
        switch key {
        case .userID(let text): return try UUIDv7(request: text, field: "user.user_id")
        case .displayName(let name): return try await peers.names.owner(of: name, for: context)
        case .email(let text): return try await store.account(email: text)?.id
        }
    }

    /// Changes an account, and notes who did it.
    ///
    /// - Parameters:
    ///   - what: the values that are new by it.
    ///   - kind: of the mail that tells the owner; nil for none.
    /// - Returns: the account as it is afterwards.
    /// - Throws: `RPCError` (USER_NOT_FOUND, EMAIL_NOT_VERIFIED, LAST_ADMIN).
    func change(
        _ user: UserKey?, by change: AuthStore.UserChange, _ context: CallContext,
        noting what: Logger.Metadata = [:], telling kind: MailKind? = nil
    ) async throws -> UserSummary {
        let id = try await userID(user, context)
        var notice: Notice?
        if let kind, let account = try await store.account(id: id) {
            notice = try notices.make(kind, of: account)
        }
        let user = try await store.change(
            id, by: change, mayRemoveLastAdmin: context.caller == .operator,
            telling: notice, at: sessionClock)
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
