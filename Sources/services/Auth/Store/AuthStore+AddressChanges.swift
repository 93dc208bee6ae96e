import RollcallCrypto
import Storage

extension AuthStore {
    /// Sends challenges. Each replaces the open one of its purpose.
    func send(_ issues: [Challenges.Issue], now: Int64) async throws {
        try await write { tx in
            for issue in issues { try tx.send(issue, now: now) }
        }
    }

    /// The other account that has an address, or that may still return to it.
    func holder(
        of email: EmailAddress, besides accountID: UUIDv7, now: Int64
    ) async throws -> Account? {
        try await first(Statements.holder, accountID, email.canonical, now)
    }

    /// Changes an account's address, which counts as verified. Reserves the old one, so that the
    /// change can be undone. Ends the account's other sessions and its open challenges.
    ///
    /// - Parameters:
    ///   - challenges: all challenges that the caller has met for the change.
    ///   - undo: the challenge that undoes the change; nil if the old address was never verified.
    ///   - notice: to the new address; sent only if the account gets it.
    func changeAddress(
        to email: EmailAddress, of account: Account, by callerID: UUIDv7,
        using challenges: [Challenge], undo: Challenges.Issue?, notice: Notice?, now: Int64,
        _ configuration: AuthConfiguration
    ) async throws -> AccountChange {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            guard try tx.session(callerID)?.isLive(at: now, configuration) == true else {
                return .refunded(.callerEnded)
            }
            // If one challenge was used up meanwhile, the change has to be started again.
            guard try challenges.allSatisfy({ try tx.use($0) != nil }),
                try tx.holder(of: email, besides: account.id, now: now) == nil
            else { return .refunded(.accountChanged) }
            try tx.setAddress(email, of: account.id, now: now)
            if let undo {
                try tx.run(
                    Statements.reserve, account.canonicalEmail, account.id, undo.challenge.expiresAt
                )
                try tx.send(undo, now: now)
            }
            try tx.queue(mail, now: now)
            try tx.endSessions(of: account.id, except: callerID, reason: .addressChanged, now: now)
            try tx.endChallenges(of: account.id)
            return .spent(.done)
        }
    }

    /// Returns an account to its former address, with a random password: a thief who changed the
    /// address may know the old password.
    ///
    /// - Parameters:
    ///   - notice: to the address that the account leaves; not sent if it already has the former
    ///     one.
    ///   - reset: the password reset that is sent to the restored account.
    /// - Returns: `false` when the challenge is no longer open.
    func undoAddressChange(
        by challenge: Challenge, to hash: PasswordHash, notice: Notice?, reset: Challenges.Draft,
        now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            // Read first: using the challenge up deletes its row.
            let later = try tx.all(Statements.undosAfter, challenge.id)
            let email = try EmailAddress(challenge.address)
            guard let account = try tx.use(challenge),
                try tx.holder(of: email, besides: account.id, now: now) == nil,
                try tx.replacePassword(of: account, by: hash, now: now)
            else { return .refunded(false) }
            try tx.setAddress(email, of: account.id, now: now)
            try tx.endSessions(of: account.id, reason: .addressChanged, now: now)
            try tx.forgetDevices(of: account.id)
            try tx.endChallenges(of: account.id)
            for undo in later { try tx.endChallenge(undo) }
            let isLeft = account.canonicalEmail != email.canonical
            if isLeft { try tx.queue(mail?.addressed(to: account), now: now) }
            if let restored = try tx.account(account.id) {
                try tx.send(reset.issue(of: restored), now: now)
            }
            return isLeft ? .spent(true) : .refunded(true)
        }
    }
}

extension AuthTransaction {
    fileprivate func holder(
        of email: EmailAddress, besides accountID: UUIDv7, now: Int64
    ) throws -> Account? {
        try first(Statements.holder, accountID, email.canonical, now)
    }

    /// Changes the account's address, and marks it as verified.
    func setAddress(_ email: EmailAddress, of id: UUIDv7, now: Int64) throws {
        try run(Statements.setAddress, email.text, email.canonical, now, id)
        tell(.accountChanged(id))
    }
}

private enum Statements {
    static let holder = Query<Account, UUIDv7, String, Int64>(
        """
        SELECT \(Account.columns) FROM account
        WHERE id <> $1 AND (
            canonicalEmail = $2 OR id = (
                SELECT accountID FROM reservedAddress WHERE canonicalEmail = $2 AND untilMs > $3))
        """)

    static let setAddress = Command<String, String, Int64, UUIDv7>(
        """
        UPDATE account SET email = $1, canonicalEmail = $2, emailVerifiedAtMs = $3 WHERE id = $4
        """)

    static let reserve = Command<String, UUIDv7, Int64>(
        """
        INSERT INTO reservedAddress (canonicalEmail, accountID, untilMs) VALUES ($1, $2, $3)
        ON CONFLICT (canonicalEmail) DO UPDATE SET
            accountID = excluded.accountID, untilMs = excluded.untilMs
        """)

    /// The undo challenges for later addresses, which end together with this one. Those for earlier
    /// addresses stay open: a thief who changes the address twice must not close them by undoing
    /// once.
    ///
    /// Ordered by place, the order of writing. After a restart with a clock that was set back, ids
    /// and times are out of order.
    static let undosAfter = Query<UUIDv7, UUIDv7>(
        """
        SELECT later.id FROM challenge AS used JOIN challenge AS later
            ON later.accountID = used.accountID AND later.place > used.place
        WHERE used.id = $1 AND later.purpose = 'undoAddress'
        """)
}
