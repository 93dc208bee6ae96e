import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Storage

/// Decides which sessions are live: the time to compare with, and their lifetimes.
struct SessionClock: Sendable {
    let now: Int64
    let configuration: AuthConfiguration

    /// A live session was refreshed after this time.
    fileprivate var oldestRefresh: Int64 {
        now - configuration.sessionIdleLifetime.wholeMilliseconds
    }

    /// A live session was opened after this time.
    fileprivate var oldestOpening: Int64 { now - configuration.sessionLifetime.wholeMilliseconds }
}

extension AuthStore {
    func user(id: UUIDv7, at clock: SessionClock) async throws -> UserOverview? {
        try await first(Statements.user, clock.oldestRefresh, clock.oldestOpening, id)
    }

    /// The accounts after `id`, the oldest first.
    func users(
        after id: UUIDv7?, limit: Int, at clock: SessionClock
    ) async throws -> [UserOverview] {
        try await all(
            Statements.users, clock.oldestRefresh, clock.oldestOpening, id?.bytes ?? [], limit)
    }

    /// An administrator's change of an account.
    enum UserChange: Sendable {
        /// - Parameter until: milliseconds since 1970; the largest value for ever.
        case disable(until: Int64)
        case enable
        case requireNewPassword
        case removeFactors
        case endSessions
        /// - Parameter email: the address by which the account was found; nil if it was found
        ///   otherwise.
        case setRole(Account.Role, foundBy: EmailAddress?)
    }

    /// Changes an account.
    ///
    /// - Parameters:
    ///   - mayRemoveLastAdmin: whether the last administrator may become unable to sign in.
    ///   - notice: a mail to the owner.
    /// - Returns: the changed account; nil if there is none.
    /// - Throws: `RPCError` (USER_NOT_FOUND, EMAIL_NOT_VERIFIED, EMAIL_MISSING, LAST_ADMIN,
    ///   FACTOR_NOT_FOUND); then nothing is changed.
    func change(
        _ id: UUIDv7, by change: UserChange, mayRemoveLastAdmin: Bool,
        telling notice: Notice? = nil, at clock: SessionClock
    ) async throws -> UserOverview? {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            guard let account = try tx.account(id) else { return .refunded(nil) }
            if case .setRole(let role, let email?) = change {
                try tx.check(id, foundBy: email, for: role)
            }
            if change.removesAdmin, !mayRemoveLastAdmin, try tx.isLastAdmin(id, now: clock.now) {
                throw RPCError.lastAdmin
            }
            try tx.apply(change, to: account, now: clock.now)
            try tx.queue(mails, now: clock.now)
            return .spent(
                try tx.first(Statements.user, clock.oldestRefresh, clock.oldestOpening, id))
        }
    }
}

extension AuthStore.UserChange {
    /// Whether an administrator can no longer sign in, or loses the role.
    fileprivate var removesAdmin: Bool {
        switch self {
        case .disable, .requireNewPassword: true
        case .setRole(let role, _): role != .admin
        case .enable, .endSessions, .removeFactors: false
        }
    }
}

extension Snapshot {
    /// A sign-up may use any address. So an address that was never verified cannot identify an
    /// administrator.
    fileprivate func check(_ id: UUIDv7, foundBy email: EmailAddress, for role: Account.Role) throws
    {
        let address = try addresses(of: id).first { $0.canonical == email.canonical }
            .orThrow(.userNotFound)
        guard role != .admin || address.isVerified else {
            throw RPCError.violation(
                .failedPrecondition, .emailNotVerified, field: "email",
                "the address is not verified; name the account by its id")
        }
    }
}

extension AuthTransaction {
    fileprivate func apply(
        _ change: AuthStore.UserChange, to account: Account, now: Int64
    ) throws {
        let id = account.id
        switch change {
        case .disable(let until):
            try run(Statements.setDisabled, until, id)
            try note(
                .accountDisabled, of: id, after: until == .max ? "for ever" : "until \(until)",
                now: now)
            try endSessions(of: id, reason: .disabled, now: now)
        case .enable:
            try run(Statements.setDisabled, nil, id)
            try note(.accountEnabled, of: id, now: now)
        case .requireNewPassword:
            guard account.primary != nil else {
                throw RPCError.violation(
                    .failedPrecondition, .emailMissing, "the account has no e-mail address")
            }
            try run(Statements.requireNewPassword, id)
            try note(.passwordRequired, of: id, now: now)
            try endSessions(of: id, reason: .revokedByAdmin, now: now)
        case .endSessions:
            try note(.sessionsRevoked, of: id, after: "all", now: now)
            try endSessions(of: id, reason: .revokedByAdmin, now: now)
        case .removeFactors:
            guard try removeFactor(of: id) else { throw RPCError.factorNotFound }
            try note(.factorRemoved, of: id, now: now)
            try noteChange(of: id, now: now)
            try endChallenges(of: id)
            tell(.accountChanged(id))
        case .setRole(let role, _):
            try run(Statements.setRole, role, id)
            try note(
                .roleChanged, of: id, before: account.role.rawValue, after: role.rawValue,
                now: now)
            // The tokens of an account that loses a role still carry it.
            guard account.role == .admin, role != .admin else { return }
            try endSessions(of: id, reason: .revokedByAdmin, now: now)
        }
    }
}

extension UserOverview: RowValue {
    /// Of a row of `AuthStore.user`.
    ///
    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            account: Account(&columns), sessionCount: columns.next(), hasFactor: columns.next())
    }
}

private enum Statements {
    /// Of the sessions, those that were refreshed after $1 and opened after $2.
    private static let overview: SQL = """
        SELECT \(Account.columns),
            (SELECT count(*) FROM session
                WHERE session.accountID = account.id AND endedAtMs IS NULL
                    AND session.refreshedAtMs > $1 AND session.createdAtMs > $2),
            EXISTS (
                SELECT 1 FROM totp
                WHERE totp.accountID = account.id AND confirmedAtMs IS NOT NULL)
        FROM \(Account.tables)
        """

    static let user = Query<UserOverview, Int64, Int64, UUIDv7>("\(overview) WHERE account.id = $3")

    static let users = Query<UserOverview, Int64, Int64, [UInt8], Int>(
        "\(overview) WHERE account.id > $3 ORDER BY account.id LIMIT $4")

    static let setDisabled = Command<Int64?, UUIDv7>(
        "UPDATE account SET disabledUntilMs = $1 WHERE id = $2")

    static let requireNewPassword = Command<UUIDv7>(
        "UPDATE account SET mustResetPassword = TRUE WHERE id = $1")

    static let setRole = Command<Account.Role, UUIDv7>("UPDATE account SET role = $1 WHERE id = $2")
}
