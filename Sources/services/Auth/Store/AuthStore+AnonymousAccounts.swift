import RollcallCrypto
import Storage

/// Accounts that nobody can sign in to: who has a session of one has the account.
extension AuthStore {
    enum UpgradeOutcome {
        case done, emailTaken
        /// The account has a way to sign in by now.
        case hasCredential
    }

    /// Gives an account that nobody can sign in to an address and a password, and sends the mail
    /// that the address is verified with.
    ///
    /// - Parameters:
    ///   - mail: the permit of the mail, which is left out where it cannot be had.
    ///   - permit: of the change.
    /// - Throws: `RPCError` (SESSION_ENDED).
    func upgrade(
        _ account: Account, to email: EmailAddress, _ hash: PasswordHash,
        verifiedBy draft: Challenges.Draft, sending mail: Permit, spending permit: Permit,
        by callerID: UUIDv7, at clock: SessionClock
    ) async throws -> UpgradeOutcome {
        let (id, now) = (account.id, clock.now)
        return try await write(sending: draft, by: mail) { tx, draft in
            try tx.liveSession(callerID, at: clock)
            guard try tx.waysIn(of: id).isNone else { return .refunded(.hasCredential) }
            guard try tx.holder(of: email.canonical, besides: id, now: now) == nil else {
                return .refunded(.emailTaken)
            }
            guard try tx.replacePassword(of: account, by: hash, now: now) else {
                return .refunded(.hasCredential)
            }
            let address = Address(
                text: email.text, canonical: email.canonical, verifiedAt: nil, isPrimary: true)
            try tx.insert(address, of: id)
            try tx.endChallenges(of: id)
            try tx.note(.accountUpgraded, of: id, now: now)
            try tx.run(Statements.noteEmail, email.canonical, id)
            try tx.keep([permit])
            // Of the account as it is now: an earlier state would end the challenge.
            if let draft, let upgraded = try tx.account(id) {
                try tx.send(draft.issue(of: upgraded, at: email.text), now: now)
            }
            tx.tell(.accountChanged(id))
            return .spent(.done)
        }
    }

    /// Looks at some of the accounts that were made without an address, ordered by id.
    ///
    /// - Returns: those of them that are unused since a time, and the last that was looked at; nil
    ///   behind the last of all.
    func unusedAnonymousAccounts(
        since time: Int64, after id: UUIDv7?, limit: Int
    ) async throws -> (unused: [UUIDv7], last: UUIDv7?) {
        try await read { snapshot in
            let ids = try snapshot.all(Statements.candidates, id?.bytes ?? [], limit)
            let unused = try ids.filter { try snapshot.isOfNobody($0, since: time) }
            return (unused, ids.last)
        }
    }
}

extension Snapshot {
    /// Whether nobody can sign in to an account, and nobody has used it since a time. A session
    /// that is used is refreshed.
    func isOfNobody(_ id: UUIDv7, since time: Int64) throws -> Bool {
        try waysIn(of: id).isNone && exists(Statements.unused, id, time)
    }
}

private enum Statements {
    static let unused = Query<UUIDv7, UUIDv7, Int64>(
        """
        SELECT id FROM account WHERE id = $1 AND createdAtMs < $2 AND role = 'user'
            AND NOT EXISTS (
                SELECT 1 FROM session WHERE session.accountID = $1 AND refreshedAtMs >= $2)
        """)

    /// Those that have got an address since are not among them.
    static let candidates = Query<UUIDv7, [UInt8], Int>(
        """
        SELECT accountID FROM signUp
        WHERE canonicalEmail = '' AND state = 'committed' AND accountID > $1
        ORDER BY accountID LIMIT $2
        """)

    static let noteEmail = Command<String, UUIDv7>(
        "UPDATE signUp SET canonicalEmail = $1 WHERE accountID = $2")
}
