import RollcallCrypto
import Storage

extension AuthStore {
    enum AccountChange {
        case done
        /// The calling session has ended.
        case callerEnded
        /// The account has changed since it was read.
        case accountChanged
    }

    func setLocale(_ locale: String, of id: UUIDv7) async throws {
        try await write { tx in
            _ = try tx.run(Statements.setLocale, locale, id)
        }
    }

    /// Stores a new password. Ends all of the account's sessions except the caller's, and
    /// everything that was open for the old password.
    ///
    /// - Parameter notice: a mail to the owner; sent only if the password is changed.
    func changePassword(
        of account: Account, to hash: PasswordHash, by callerID: UUIDv7, notice: Notice?,
        now: Int64, _ configuration: AuthConfiguration
    ) async throws -> AccountChange {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            guard try tx.session(callerID)?.isLive(at: now, configuration) == true else {
                return .refunded(.callerEnded)
            }
            guard try tx.replacePassword(of: account, by: hash, now: now) else {
                return .refunded(.accountChanged)
            }
            try tx.endSessions(of: account.id, except: callerID, reason: .passwordChanged, now: now)
            try tx.endChallenges(of: account.id)
            try tx.run(Statements.noteAuthentication, now, callerID)
            try tx.queue(mail, now: now)
            return .spent(.done)
        }
    }

    /// The display name of the account's sign-up. Only Profile knows the present one.
    func firstDisplayName(of id: UUIDv7) async throws -> String? {
        try await first(Statements.firstDisplayName, id)
    }
}

private enum Statements {
    static let setLocale = Command<String, UUIDv7>("UPDATE account SET locale = $1 WHERE id = $2")

    static let noteAuthentication = Command<Int64, UUIDv7>(
        "UPDATE session SET authenticatedAtMs = $1 WHERE id = $2")

    static let firstDisplayName = Query<String, UUIDv7>(
        "SELECT displayName FROM signUp WHERE accountID = $1 AND state = 'committed'")
}
