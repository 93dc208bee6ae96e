import RollcallCrypto
import Storage

extension AuthStore {
    /// Sends challenges, each in place of the one of its purpose that is open.
    func send(_ issues: [Challenges.Issue], now: Int64) async throws {
        try await write { tx in
            for issue in issues { try tx.send(issue, now: now) }
        }
    }

    /// The other account that has an address, or that may come back to it.
    func holder(
        of email: EmailAddress, besides accountID: UUIDv7, now: Int64
    ) async throws -> Account? {
        try await first(Statements.holder, accountID, email.canonical, now)
    }

    /// Gives an account another address, which is proved by that. Reserves the old one, so that the change
    /// can be undone. Ends the account's other sessions, and its open challenges.
    ///
    /// - Parameters:
    ///   - challenges: all of those that were met.
    ///   - undo: the way back; none if nobody has proved to read the old address.
    ///   - notice: to the new address; not sent unless the account gets it.
    func changeAddress(
        to email: EmailAddress, of account: Account, by callerID: UUIDv7,
        using challenges: [Challenge], undo: Challenges.Issue?, notice: Notice?, now: Int64,
        _ configuration: AuthConfiguration
    ) async throws -> AccountChange {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            guard try tx.session(callerID)?.isLive(at: now, configuration) == true else {
                return .refunded(.callerEnded)
            }
            // One that was used up meanwhile is enough: the change is to be begun anew.
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

    /// Gives an account the address back that it had, and a password that nobody knows: a thief who
    /// changed the address may know the old password.
    ///
    /// - Parameters:
    ///   - notice: goes to the address that is left; not sent if there is none.
    ///   - reset: how a password is chosen again by the account as it is then.
    /// - Returns: `false` when the challenge is open no more.
    func undoAddressChange(
        by challenge: Challenge, to hash: PasswordHash, notice: Notice?, reset: Challenges.Draft,
        now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            // Before it is used up, with which its row goes.
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

    /// The address is the account's from now on, and its owner's.
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

    /// The ways back to addresses that the account came to later, which die with this one. Those to
    /// earlier ones stay open: a thief who changes the address twice must not close them by going
    /// back once.
    ///
    /// In the order of writing: after a restart with a clock that was set back, ids and times are not.
    static let undosAfter = Query<UUIDv7, UUIDv7>(
        """
        SELECT later.id FROM challenge AS used JOIN challenge AS later
            ON later.accountID = used.accountID AND later.place > used.place
        WHERE used.id = $1 AND later.purpose = 'undoAddress'
        """)
}
