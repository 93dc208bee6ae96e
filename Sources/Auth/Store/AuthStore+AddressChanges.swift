import GRDB
import RollcallCrypto

extension AuthStore {
    /// Sends challenges, each in place of the one of its purpose that is open.
    func send(_ issues: [Challenges.Issue], now: Int64) async throws {
        try await write { db in
            for issue in issues { try db.send(issue, now: now) }
        }
    }

    /// The other account that has an address, or that may come back to it.
    func holder(
        of email: EmailAddress, besides accountID: UUIDv7, now: Int64
    ) async throws -> Account? {
        try await read { try $0.holder(of: email, besides: accountID, now: now) }
    }

    /// Gives an account another address, which is proved by that; keeps the old one free for whoever
    /// goes back to it; ends the account's other sessions, and what was open for the old address.
    ///
    /// - Parameters:
    ///   - challenges: all of those that were met.
    ///   - undo: the way back; none if nobody has proved to read the old address.
    ///   - notice: to the new address; made only if the account gets it.
    func changeAddress(
        to email: EmailAddress, of account: Account, by callerID: UUIDv7,
        using challenges: [Challenge], undo: Challenges.Issue?,
        notice: @escaping @Sendable () throws -> Notice?, now: Int64,
        _ configuration: AuthConfiguration
    ) async throws -> AccountChange {
        try await write(at: now) { db, note in
            guard try db.session(callerID)?.isLive(at: now, configuration) == true else {
                return .callerEnded
            }
            // One that was used up meanwhile is enough: the change is to be begun anew.
            guard try challenges.allSatisfy({ try db.use($0) != nil }),
                try db.holder(of: email, besides: account.id, now: now) == nil
            else { return .accountChanged }
            try db.setAddress(email, of: account.id, now: now)
            if let undo {
                try db.reserve(
                    account.canonicalEmail, for: account.id, until: undo.challenge.expiresAt)
                try db.send(undo, now: now)
            }
            note = try notice()
            try db.endSessions(of: account.id, except: callerID, reason: .addressChanged, now: now)
            try db.endChallenges(of: account.id)
            return .done
        }
    }

    /// Gives an account the address back that it had, and a password that nobody knows: whoever
    /// changed the address may know the old one.
    ///
    /// - Parameters:
    ///   - notice: to the address that is left, of the account as it was.
    ///   - reset: how a password is chosen again by the account as it is then.
    /// - Returns: `false` when the challenge is open no more.
    func undoAddressChange(
        by challenge: Challenge, to hash: PasswordHash, now: Int64,
        notice: @escaping @Sendable (Account) throws -> Notice?,
        reset: @escaping @Sendable (Account) throws -> Challenges.Issue
    ) async throws -> Bool {
        try await write(at: now) { db, note in
            // Before it is used up, with which its row goes.
            let later = try db.undos(after: challenge)
            guard let account = try db.use(challenge) else { return false }
            let email = try EmailAddress(challenge.address)
            guard try db.holder(of: email, besides: account.id, now: now) == nil,
                try db.replacePassword(of: account, by: hash, now: now)
            else { return false }
            try db.setAddress(email, of: account.id, now: now)
            try db.endSessions(of: account.id, reason: .addressChanged, now: now)
            try db.forgetDevices(of: account.id)
            try db.endChallenges(of: account.id)
            for undo in later { try db.end("id = ?", [undo.data]) }
            if account.canonicalEmail != email.canonical { note = try notice(account) }
            if let restored = try db.account(account.id) {
                try db.send(reset(restored), now: now)
            }
            return true
        }
    }
}

extension Database {
    fileprivate func holder(
        of email: EmailAddress, besides accountID: UUIDv7, now: Int64
    ) throws -> Account? {
        try Row.fetchOne(
            self,
            sql: """
                SELECT * FROM account
                WHERE id <> ? AND (
                    canonicalEmail = ? OR id = (
                        SELECT accountID FROM reservedAddress
                        WHERE canonicalEmail = ? AND untilMs > ?))
                """,
            arguments: [accountID.data, email.canonical, email.canonical, now]
        ).map(Account.init)
    }

    /// The address is the account's from now on, and its owner's.
    fileprivate func setAddress(_ email: EmailAddress, of id: UUIDv7, now: Int64) throws {
        try execute(
            sql: """
                UPDATE account SET email = ?, canonicalEmail = ?, emailVerifiedAtMs = ?
                WHERE id = ?
                """,
            arguments: [email.text, email.canonical, now, id.data])
    }

    fileprivate func reserve(
        _ canonicalEmail: String, for id: UUIDv7, until instant: Int64
    ) throws {
        try execute(
            sql: """
                INSERT OR REPLACE INTO reservedAddress (canonicalEmail, accountID, untilMs)
                VALUES (?, ?, ?)
                """,
            arguments: [canonicalEmail, id.data, instant])
    }

    /// The ways back to addresses that the account came to later, which die with this one. Those to
    /// earlier ones stay open: a thief who changes the address twice must not close them by going
    /// back once.
    ///
    /// In the order of writing: after a restart with a clock that was set back, ids and times are not.
    fileprivate func undos(after challenge: Challenge) throws -> [UUIDv7] {
        try Row.fetchAll(
            self,
            sql: """
                SELECT later.id FROM challenge AS used JOIN challenge AS later
                    ON later.accountID = used.accountID AND later.rowid > used.rowid
                WHERE used.id = ? AND later.purpose = 'undoAddress'
                """,
            arguments: [challenge.id.data]
        ).map { try $0.id("id") }
    }
}
