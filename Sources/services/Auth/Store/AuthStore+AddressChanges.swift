import RollcallCrypto
import Storage

extension AuthStore {
    /// Sends challenges. Each replaces the open one of the same purpose and asker.
    func send(_ issues: [Challenges.Issue], now: Int64) async throws {
        try await write { tx in
            for issue in issues { try tx.send(issue, now: now) }
        }
    }

    /// Changes an account's primary address, which counts as verified. Reserves the old one, so
    /// that the change can be undone. Ends the account's other sessions and its open challenges.
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
                try tx.add(email, to: account.id, replacing: .primary, now: now)
            else { return .refunded(.accountChanged) }
            if let undo, let old = account.primary {
                try tx.run(
                    Statements.reserve, old.canonical, account.id, undo.challenge.expiresAt)
                try tx.send(undo, now: now)
            }
            try tx.queue(mail, now: now)
            try tx.endSessions(of: account.id, except: callerID, reason: .addressChanged, now: now)
            try tx.endChallenges(of: account.id)
            return .spent(.done)
        }
    }

    /// Returns an account to its former address, without a password: a thief who changed the
    /// address may know the old one. All other addresses go, as a thief may have added them.
    ///
    /// - Parameters:
    ///   - notice: to the address that the account leaves; not sent if it already has the former
    ///     one.
    ///   - reset: the password reset that is sent to the restored account.
    /// - Returns: `false` when the challenge is no longer open.
    func undoAddressChange(
        by challenge: Challenge, notice: Notice?, reset: Challenges.Draft, now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mail, by: notice?.permit) { tx, mail in
            // Read first: using the challenge up deletes its row.
            let later = try tx.all(Statements.undosAfter, challenge.id)
            let email = try EmailAddress(challenge.address)
            guard let account = try tx.use(challenge),
                try tx.add(email, to: account.id, replacing: .all, now: now)
            else { return .refunded(false) }
            try tx.removePassword(of: account.id, now: now)
            try tx.endSessions(of: account.id, reason: .addressChanged, now: now)
            try tx.forgetDevices(of: account.id)
            try tx.endChallenges(of: account.id)
            for undo in later { try tx.endChallenge(undo) }
            let isLeft = account.primary?.canonical != email.canonical
            if isLeft { try tx.queue(mail?.addressed(to: account), now: now) }
            if let restored = try tx.account(account.id) {
                try tx.send(reset.issue(of: restored, at: email.text), now: now)
            }
            return isLeft ? .spent(true) : .refunded(true)
        }
    }
}

private enum Statements {
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
