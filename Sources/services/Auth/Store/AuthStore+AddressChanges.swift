import RollcallCrypto
import Storage

extension AuthStore {
    /// Sends challenges that were asked for in a session. Each replaces the open one of the same
    /// purpose and asker.
    ///
    /// - Throws: `RPCError` (SESSION_ENDED).
    func send(
        _ issues: [Challenges.Issue], by callerID: UUIDv7, at clock: SessionClock
    ) async throws {
        let now = clock.now
        try await write { tx in
            try tx.liveSession(callerID, at: clock)
            for issue in issues { try tx.send(tx.tellingHolder(issue, now: now), now: now) }
        }
    }

    /// Makes an address the primary one: another one of the account, or one that the caller has
    /// proved, which takes the place of the old one. Reserves the old one, so that this can be
    /// undone. Ends the account's other sessions and its open challenges.
    ///
    /// - Parameters:
    ///   - callerID: the owner's session, which goes on; nil for an administrator.
    ///   - challenges: all challenges that the caller has met for a new address; otherwise empty.
    ///   - reason: why an administrator vouches for a new address; nil if the owner changes it.
    ///   - undo: the challenge that undoes the change; nil if the old address was never verified.
    ///   - notice: to all addresses that the account has afterwards.
    func changePrimary(
        to email: EmailAddress, of account: Account, by callerID: UUIDv7?,
        using challenges: [Challenge] = [], because reason: String? = nil,
        undo: Challenges.Issue?, notice: Notice?, at clock: SessionClock
    ) async throws -> Bool {
        let now = clock.now
        return try await change(account, by: callerID, notice, at: clock) { tx in
            // If one challenge was used up meanwhile, the change has to be started again.
            guard try challenges.allSatisfy({ try tx.use($0) != nil }),
                try challenges.isEmpty && reason == nil
                    ? tx.makePrimary(email, of: account.id, now: now)
                    : tx.add(email, to: account.id, replacing: .primary, now: now)
            else { return false }
            // An owner who returns to the address takes a thief's change back. A link for the
            // thief's address would be valid for longer than that of the owner's.
            let first = try tx.first(Statements.firstUndo, account.id, now)
            if (try? EmailAddress(first ?? "")) != email {
                try tx.reserve(account.primary?.canonical, undo, now: now)
            }
            try tx.endSessions(of: account.id, except: callerID, reason: .addressChanged, now: now)
            try tx.note(.addressMadePrimary, of: account.id, after: reason ?? "", now: now)
            return true
        }
    }

    /// Verifies an address of an account, or adds another one, that a challenge has proved.
    ///
    /// - Parameters:
    ///   - callerID: the session that has given the code; nil for a link, which proves nothing for
    ///     an account that has an identity, a passkey or a second factor.
    ///   - notice: to the addresses that the account had before.
    /// - Returns: `false` when the challenge is no longer open, or another account has the address.
    /// - Throws: `RPCError` (SESSION_ENDED).
    func prove(
        by challenge: Challenge, in callerID: UUIDv7? = nil, notice: Notice? = nil,
        at clock: SessionClock
    ) async throws -> Bool {
        let now = clock.now
        return try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            if let callerID {
                try tx.liveSession(callerID, at: clock)
            } else if let id = challenge.bond?.accountID, try tx.hasMoreThanPassword(id) {
                // Whoever reads the mail need not have signed up. A password reset by the reader
                // would leave what somebody else has added, once the address is proved.
                return .refunded(false)
            }
            guard let account = try tx.use(challenge),
                try tx.add(EmailAddress(challenge.address), to: account.id, now: now)
            else { return .refunded(false) }
            if challenge.purpose == .addAddress {
                try tx.note(.addressAdded, of: account.id, now: now)
            }
            // The new address has taken the place of one that nobody has proved.
            if challenge.purpose == .addAddress, account.verifiedPrimary == nil {
                try tx.endChallenges(of: account.id)
            }
            try tx.queue(mails, now: now)
            return .spent(true)
        }
    }

    /// Removes an address. Ends the account's open challenges.
    ///
    /// - Parameter undo: the challenge that undoes it; nil if the address was not primary, or never
    ///   verified.
    func removeAddress(
        _ email: EmailAddress, of account: Account, by callerID: UUIDv7, undo: Challenges.Issue?,
        notice: Notice?, at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: callerID, notice, at: clock) { tx in
            guard try tx.remove(email, of: account.id, now: clock.now) else { return false }
            try tx.reserve(email.canonical, undo, now: clock.now)
            return true
        }
    }

    /// Changes the addresses or the password of an account, unless its credentials or addresses
    /// have changed since it was read. Ends its open challenges.
    ///
    /// - Parameters:
    ///   - callerID: nil for an administrator, who has no session of the account.
    ///   - body: returns `false` if it has changed nothing.
    /// - Returns: `false` if nothing is changed.
    /// - Throws: `RPCError` (SESSION_ENDED) if the calling session has ended.
    func change(
        _ account: Account, by callerID: UUIDv7?, _ notice: Notice?, at clock: SessionClock,
        _ body: @escaping @Sendable (AuthTransaction) throws -> Bool
    ) async throws -> Bool {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            if let callerID { try tx.liveSession(callerID, at: clock) }
            let present = try tx.account(account.id)
            guard present?.credentialsChangedAt == account.credentialsChangedAt, try body(tx)
            else { return .refunded(false) }
            try tx.endChallenges(of: account.id)
            try tx.queue(mails, now: clock.now)
            return .spent(true)
        }
    }

    /// Returns an account to its former address, without a password: a thief who changed the
    /// address may know the old one. All other addresses, identities and passkeys go, as a thief
    /// may have added them. A second factor goes if it is newer than the change: the mailbox alone
    /// must not take it from its owner.
    ///
    /// - Parameters:
    ///   - notice: to the addresses that go.
    ///   - reset: the password reset that is sent to the restored account.
    /// - Returns: `false` when the challenge is no longer open.
    func undoAddressChange(
        by challenge: Challenge, notice: Notice?, reset: Challenges.Draft, now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            // Read first: using the challenge up deletes its row.
            let later = try tx.all(Statements.undosAfter, challenge.id)
            let email = try EmailAddress(challenge.address)
            guard let account = try tx.use(challenge),
                try tx.add(email, to: account.id, replacing: .all, now: now)
            else { return .refunded(false) }
            try tx.removePassword(of: account.id, now: now)
            try tx.disarm(account.id, ofFactorSince: challenge.createdAt, now: now)
            try tx.note(.addressRestored, of: account.id, after: "no password", now: now)
            try tx.endSessions(of: account.id, reason: .addressChanged, now: now)
            try tx.forgetDevices(of: account.id)
            try tx.endChallenges(of: account.id)
            for undo in later { try tx.endChallenge(undo) }
            try tx.queue(mails, now: now)
            if let restored = try tx.account(account.id) {
                try tx.send(reset.issue(of: restored, at: email.text), now: now)
            }
            return .spent(true)
        }
    }
}

extension AuthTransaction {
    /// A challenge for a new address. If another account has that one, its owner is told in place
    /// of the mail with the code.
    fileprivate func tellingHolder(
        _ issue: Challenges.Issue, now: Int64
    ) throws -> Challenges.Issue {
        let challenge = issue.challenge
        guard issue.mail.kind == .changeAddressNew, let id = challenge.bond?.accountID,
            let holder = try holder(
                of: EmailAddress(challenge.address).canonical, besides: id, now: now
            ).flatMap(account)
        else { return issue }
        let mail = MailItem(
            id: issue.mail.id, kind: .addressTaken, account: holder.id,
            recipient: challenge.address, locale: holder.locale)
        return Challenges.Issue(challenge: challenge, mail: mail)
    }

    /// Keeps an address that an account has left for it, and sends the link by which it comes back.
    ///
    /// - Parameter undo: nil if nothing is kept.
    fileprivate func reserve(
        _ canonical: String?, _ undo: Challenges.Issue?, now: Int64
    ) throws {
        guard let canonical, let undo, let id = undo.challenge.bond?.accountID else { return }
        try run(Statements.reserve, canonical, id, undo.challenge.expiresAt)
        try send(undo, now: now)
    }
}

private enum Statements {
    static let reserve = Command<String, UUIDv7, Int64>(
        """
        INSERT INTO reservedAddress (canonicalEmail, accountID, untilMs) VALUES ($1, $2, $3)
        ON CONFLICT (canonicalEmail) DO UPDATE SET
            accountID = excluded.accountID, untilMs = excluded.untilMs
        """)

    /// The address that may undo all others' changes.
    static let firstUndo = Query<String, UUIDv7, Int64>(
        """
        SELECT address FROM challenge
        WHERE accountID = $1 AND purpose = 'undoAddress' AND expiresAtMs > $2
        ORDER BY place LIMIT 1
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
