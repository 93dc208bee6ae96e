import RollcallCrypto
import Storage

extension AuthStore {
    func setLocale(_ locale: String, of id: UUIDv7) async throws {
        try await write { tx in
            _ = try tx.run(Statements.setLocale, locale, id)
        }
    }

    /// Stores a new password. Ends all of the account's sessions except the caller's, and
    /// everything that was open for the old password.
    ///
    /// - Parameter notice: a mail to the owner; sent only if the password is changed.
    /// - Returns: as `change`.
    func changePassword(
        of account: Account, to hash: PasswordHash, by callerID: UUIDv7, notice: Notice?,
        at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: callerID, notice, at: clock) { tx in
            guard try tx.replacePassword(of: account, by: hash, now: clock.now) else {
                return false
            }
            try tx.endSessions(
                of: account.id, except: callerID, reason: .passwordChanged, now: clock.now)
            try tx.note(.passwordChanged, of: account.id, now: clock.now)
            return true
        }
    }

    /// Stores the same password with today's parameters, unless it was changed meanwhile.
    func rehash(_ account: Account, to hash: PasswordHash) async throws {
        try await write { tx in
            _ = try tx.run(Statements.rehash, hash.text, account.id, account.password?.text)
        }
    }

    /// Notes that a session's user has proved to be the owner.
    ///
    /// - Parameters:
    ///   - challenge: used up by that; nil if the proof was another.
    ///   - factor: likewise.
    /// - Returns: `false` if the challenge is no longer open, or the factor's code was used.
    /// - Throws: `RPCError` (SESSION_ENDED).
    func noteAuthentication(
        in sessionID: UUIDv7, by challenge: Challenge?, meeting factor: FactorUse? = nil,
        at clock: SessionClock
    ) async throws -> Bool {
        try await write { tx in
            try tx.liveSession(sessionID, at: clock)
            if let factor, try !tx.isUnused(factor) { return false }
            if let challenge, try tx.use(challenge) == nil { return false }
            if let factor { try tx.use(factor, now: clock.now) }
            try tx.run(Statements.noteAuthentication, clock.now, sessionID)
            return true
        }
    }

    /// The display name of the account's sign-up. Only Profile knows the present one.
    func firstDisplayName(of id: UUIDv7) async throws -> String? {
        try await first(Statements.firstDisplayName, id)
    }
}

extension AuthTransaction {
    /// Sets the password, also the first one of an account.
    ///
    /// - Returns: `false` if a credential has changed since the account was read.
    func replacePassword(of account: Account, by hash: PasswordHash, now: Int64) throws -> Bool {
        let present = try self.account(account.id)
        guard present?.credentialsChangedAt == account.credentialsChangedAt else { return false }
        try setPassword(hash.text, of: account.id, now: now)
        try noteChange(of: account.id, isPasswordNew: true, now: now)
        return true
    }

    func setPassword(_ text: String, of id: UUIDv7, now: Int64) throws {
        try run(Statements.setPassword, id, text, now)
    }

    /// Leaves an account without a password.
    func removePassword(of id: UUIDv7, now: Int64) throws {
        try run(Statements.removePassword, id)
        try noteChange(of: id, now: now)
    }

    /// Ends what depends on the credentials and addresses of an account as they were: challenges,
    /// and changes by callers who have read the account before. The time increases even if the
    /// clock does not.
    func noteChange(of id: UUIDv7, isPasswordNew: Bool = false, now: Int64) throws {
        try run(Statements.noteChange, now, isPasswordNew, id)
    }
}

private enum Statements {
    static let setLocale = Command<String, UUIDv7>("UPDATE account SET locale = $1 WHERE id = $2")

    static let noteAuthentication = Command<Int64, UUIDv7>(
        "UPDATE session SET authenticatedAtMs = $1 WHERE id = $2")

    static let firstDisplayName = Query<String, UUIDv7>(
        "SELECT displayName FROM signUp WHERE accountID = $1 AND state = 'committed'")

    static let rehash = Command<String, UUIDv7, String?>(
        "UPDATE credential SET secret = $1 WHERE accountID = $2 AND secret = $3")

    static let noteChange = Command<Int64, Bool, UUIDv7>(
        """
        UPDATE account SET mustResetPassword = mustResetPassword AND NOT $2, credentialsChangedAtMs
            = CASE WHEN $1 > credentialsChangedAtMs THEN $1 ELSE credentialsChangedAtMs + 1 END
        WHERE id = $3
        """)

    static let setPassword = Command<UUIDv7, String, Int64>(
        """
        INSERT INTO credential (accountID, kind, issuer, subject, secret, createdAtMs)
        VALUES ($1, 'password', '', '', $2, $3)
        ON CONFLICT (accountID, kind, issuer, subject) DO UPDATE SET
            secret = excluded.secret, createdAtMs = excluded.createdAtMs, lastUsedAtMs = NULL
        """)

    static let removePassword = Command<UUIDv7>(
        "DELETE FROM credential WHERE accountID = $1 AND kind = 'password'")
}
