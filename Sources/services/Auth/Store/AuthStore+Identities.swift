import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

extension AuthStore {
    func account(identity key: IdentityKey) async throws -> Account? {
        try await first(Statements.account, key.issuer, key.subject)
    }

    /// The identities of an account, the oldest first.
    func identities(of id: UUIDv7) async throws -> [LinkedIdentity] {
        try await all(Statements.identities, id)
    }

    /// What an account here has to do with an address that a provider has verified.
    enum AddressClaim: Sendable {
        /// No account has the address.
        case free
        /// It is not for a new account: it is kept for one that may return to it, or is an
        /// administrator's, or that of a disabled account.
        case unusable
        /// An account has proved it.
        case proved(Account)
        /// An account has it, but has never proved it, and has nothing else than a password.
        case unproved(Account)
        /// Likewise, but somebody may sign in to the account in other ways.
        case shared(Account)
    }

    /// Takes an address that nobody has proved from an account, as its owner has come: the sessions
    /// end, and the password goes. With nothing else, the account is the owner's from now on.
    /// Otherwise it only loses the address.
    ///
    /// - Parameter notice: for the owner.
    /// - Returns: `false` if the account is another by now.
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED).
    func disarm(
        _ account: Account, for identity: ProvedIdentity, of email: EmailAddress, notice: Notice?,
        now: Int64
    ) async throws -> Bool {
        try await write(sending: notice?.mails, by: notice?.permit) { tx, mails in
            let claim = try tx.claim(of: email, now: now)
            guard let (present, isJoined) = claim.unproved, present.id == account.id else {
                return .refunded(false)
            }
            try tx.removePassword(of: account.id, now: now)
            try tx.endSessions(of: account.id, reason: .passwordReset, now: now)
            try tx.forgetDevices(of: account.id)
            _ = try tx.removeFactor(of: account.id)
            try tx.endAllChallenges(of: account.id)
            guard isJoined else {
                _ = try tx.remove(email, of: account.id, now: now)
                return .refunded(true)
            }
            try tx.setVerified(email, of: account.id, now: now)
            try tx.link(identity, to: account.id, now: now)
            // A password that had to be replaced is gone.
            try tx.noteChange(of: account.id, isPasswordNew: true, now: now)
            try tx.queue(mails, now: now)
            return .spent(true)
        }
    }

    /// Links an identity to the account of a session. Ends the account's open challenges.
    ///
    /// - Returns: as `change`.
    /// - Throws: `RPCError` (SESSION_ENDED, ATTEMPT_EXPIRED, IDENTITY_TAKEN, TOO_MANY).
    func link(
        _ identity: ProvedIdentity, to account: Account, by callerID: UUIDv7, notice: Notice?,
        at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: callerID, notice, at: clock) { tx in
            try tx.link(identity, to: account.id, now: clock.now)
            tx.tell(.accountChanged(account.id))
            return true
        }
    }

    /// Takes an identity from the account of a session, and has its grant revoked.
    ///
    /// - Returns: as `change`.
    /// - Throws: `RPCError` (SESSION_ENDED, LAST_CREDENTIAL).
    func unlink(
        _ key: IdentityKey, from account: Account, by callerID: UUIDv7, notice: Notice?,
        at clock: SessionClock
    ) async throws -> Bool {
        try await change(account, by: callerID, notice, at: clock) { tx in
            try tx.unlink(key, from: account.id, now: clock.now)
            // Whether the display name is a way in with the password was looked at before.
            guard try !tx.waysIn(of: account.id).isNone else { throw RPCError.lastIdentity }
            tx.tell(.accountChanged(account.id))
            return true
        }
    }
}

extension AuthStore.AddressClaim {
    /// The account that has not proved the address, and whether the owner gets it.
    fileprivate var unproved: (Account, isJoined: Bool)? {
        switch self {
        case .unproved(let account): (account, true)
        case .shared(let account): (account, false)
        case .free, .unusable, .proved: nil
        }
    }
}

extension Snapshot {
    func claim(of email: EmailAddress, now: Int64) throws -> AuthStore.AddressClaim {
        guard let id = try first(Statements.holder, email.canonical), let account = try account(id)
        else {
            let isKept = try exists(Statements.reserved, email.canonical, now)
            return isKept ? .unusable : .free
        }
        let addresses = try addresses(of: id)
        if addresses.contains(where: { $0.canonical == email.canonical && $0.isVerified }) {
            return .proved(account)
        }
        // An address that nobody has proved must not lead to the rights of an administrator, nor
        // past a ban.
        guard account.role == .user, !account.isDisabled(at: now) else { return .unusable }
        let ways = try waysIn(of: id)
        return ways.identities + ways.passkeys == 0 ? .unproved(account) : .shared(account)
    }

    /// The account that has an identity.
    func holder(of key: IdentityKey) throws -> UUIDv7? {
        try first(Statements.holderOfIdentity, key.issuer, key.subject)
    }
}

extension AuthTransaction {
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED).
    func use(_ attempt: ProvedIdentity.UsableAttempt?) throws {
        guard let attempt else { return }
        guard try useAttempt(attempt.digest, until: attempt.expiresAt) else {
            throw RPCError.attemptExpired("proof.attempt")
        }
    }

    /// Gives an account an identity. What depended on the credentials as they were ends. If it has
    /// the identity, notes that it was used.
    ///
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, IDENTITY_TAKEN, TOO_MANY).
    func link(_ identity: ProvedIdentity, to id: UUIDv7, now: Int64) throws {
        try use(identity.attempt)
        let (issuer, subject) = (identity.key.issuer, identity.key.subject)
        if let holder = try holder(of: identity.key) {
            guard holder == id else { throw RPCError.identityTaken }
            // Once a day, so that most sign-ins need no statement for it.
            try submit(
                Statements.noteUse, now, identity.sealedGrant, issuer, subject, now - 86_400_000)
            return
        }
        guard try waysIn(of: id).identities < LinkedIdentity.limit else {
            throw RPCError.violation(
                .resourceExhausted, .tooMany, field: "identity",
                "an account has at most \(LinkedIdentity.limit) identities")
        }
        try submit(
            Statements.link, id, issuer, subject, identity.sealedGrant, identity.email, now)
        try note(.identityLinked, of: id, after: String(issuer.prefix(200)), now: now)
        try noteChange(of: id, now: now)
    }

    func unlink(_ key: IdentityKey, from id: UUIDv7, now: Int64) throws {
        try queueRevocations(of: id, key, now: now)
        try run(Statements.unlink, id, key.issuer, key.subject)
        try note(.identityUnlinked, of: id, before: String(key.issuer.prefix(200)), now: now)
        try noteChange(of: id, now: now)
    }

    /// Takes from an account what somebody may have added who is not its owner: identities,
    /// passkeys and the second factor.
    ///
    /// - Parameter time: an older factor stays.
    func disarm(_ id: UUIDv7, ofFactorSince time: Int64 = 0, now: Int64) throws {
        try unlinkAll(from: id, now: now)
        try removePasskeys(of: id)
        if try removeFactor(of: id, since: time) { try note(.factorRemoved, of: id, now: now) }
    }

    /// The same for an account of which nobody has proved an address: anybody may have signed up
    /// with it.
    func disarmUnlessProved(_ id: UUIDv7, now: Int64) throws {
        guard try !addresses(of: id).contains(where: \.isVerified) else { return }
        try disarm(id, now: now)
    }

    /// Takes all identities from an account.
    func unlinkAll(from id: UUIDv7, now: Int64) throws {
        for identity in try all(Statements.identities, id) {
            try unlink(identity.key, from: id, now: now)
        }
    }

    /// Notes what providers are to revoke before the identities of an account go.
    ///
    /// - Parameter key: the one that goes; nil for all.
    func queueRevocations(of id: UUIDv7, _ key: IdentityKey? = nil, now: Int64) throws {
        for (held, grant) in try all(Statements.grants, id) where key == nil || held == key {
            try queueRevocation(of: grant, by: held.issuer, now: now)
        }
    }
}

extension RPCError {
    static var lastIdentity: RPCError {
        .violation(
            .failedPrecondition, .lastCredential, field: "provider",
            "nobody could sign in to the account without it")
    }
}

private enum Statements {
    static let account = Query<Account, String, String>(
        """
        SELECT \(Account.columns) FROM \(Account.tables) WHERE account.id = (
            SELECT accountID FROM credential WHERE issuer = $1 AND subject = $2 AND issuer <> '')
        """)

    static let holderOfIdentity = Query<UUIDv7, String, String>(
        """
        SELECT accountID FROM credential WHERE issuer = $1 AND subject = $2 AND issuer <> ''
        """)

    static let identities = Query<LinkedIdentity, UUIDv7>(
        """
        SELECT issuer, subject, issuerEmail, createdAtMs, lastUsedAtMs FROM credential
        WHERE accountID = $1 AND kind = 'identity' ORDER BY createdAtMs, issuer, subject
        """
    ) {
        try LinkedIdentity(
            key: IdentityKey(issuer: $0.next(), subject: $0.next()), email: $0.next(),
            linkedAt: $0.next(), lastUsedAt: $0.next())
    }

    static let grants = Query<(IdentityKey, String?), UUIDv7>(
        """
        SELECT issuer, subject, secret FROM credential WHERE accountID = $1 AND kind = 'identity'
        """
    ) { try (IdentityKey(issuer: $0.next(), subject: $0.next()), $0.next()) }

    static let holder = Query<UUIDv7, String>("SELECT accountID FROM address WHERE canonical = $1")

    static let reserved = Query<UUIDv7, String, Int64>(
        "SELECT accountID FROM reservedAddress WHERE canonicalEmail = $1 AND untilMs > $2")

    /// PostgreSQL runs the transaction again if another one has stored the identity meanwhile.
    static let link = Command<UUIDv7, String, String, String?, String?, Int64>(
        """
        INSERT INTO credential (accountID, kind, issuer, subject, secret, issuerEmail, createdAtMs)
        VALUES ($1, 'identity', $2, $3, $4, $5, $6)
        ON CONFLICT (issuer, subject) WHERE issuer <> '' DO NOTHING
        """)

    static let noteUse = Command<Int64, String?, String, String, Int64>(
        """
        UPDATE credential SET lastUsedAtMs = $1, secret = coalesce($2, secret)
        WHERE issuer = $3 AND subject = $4 AND issuer <> ''
            AND ($2 IS NOT NULL OR lastUsedAtMs IS NULL OR lastUsedAtMs <= $5)
        """)

    static let unlink = Command<UUIDv7, String, String>(
        """
        DELETE FROM credential
        WHERE accountID = $1 AND kind = 'identity' AND issuer = $2 AND subject = $3
        """)
}
