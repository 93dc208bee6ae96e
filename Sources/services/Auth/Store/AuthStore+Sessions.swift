import RollcallCrypto
import RollcallRPC
import Storage

extension AuthStore {
    /// Opens a session of an account whose password was verified. If the account then has too many,
    /// the one that was unused for longest ends. The account knows the device from now on.
    ///
    /// - Parameters:
    ///   - identity: one of the account's, if the caller has signed in with it.
    ///   - challenge: what the caller has met besides; it is used up if the session is opened, and
    ///     its identity is linked to the account.
    ///   - attempt: the sign-in that has waited for the factor; likewise.
    ///   - factor: the code that the caller has given; likewise.
    ///   - notice: a mail to the account's owner.
    ///   - permits: the permits that the sign-in takes.
    /// - Returns: `false` if a credential, the role or the account has changed meanwhile, if the
    ///   challenge or the code is used up, or the account may not be signed in to any more.
    /// - Throws: `RPCError` (ATTEMPT_EXPIRED, IDENTITY_TAKEN, TOO_MANY).
    func open(
        _ session: AccountSession, refreshedBy token: OpaqueToken, of account: Account,
        on device: KnownDevice, by identity: ProvedIdentity? = nil,
        using challenge: Challenge? = nil, continuing attempt: FactorAttempt? = nil,
        meeting factor: FactorUse? = nil, telling notice: Notice? = nil,
        spending permits: [Permit] = [], _ configuration: AuthConfiguration
    ) async throws -> Bool {
        let now = session.createdAt
        let proof = OpeningProof(identity, challenge, attempt, factor)
        var device = device
        device.lastUsedAt = max(device.lastUsedAt, now)
        return try await write(sending: notice?.mails, by: notice?.permit) { [device] tx, mails in
            guard let present = try tx.account(account.id),
                present.isOpen(asVerified: account, now: now),
                try identity.map({ try tx.holder(of: $0.key) == account.id }) ?? true,
                try factor.map(tx.isUnused) ?? true,
                try challenge.map({ try tx.use($0) != nil }) ?? true,
                try attempt.map({ try tx.useAttempt($0.digest, until: $0.usedUntil) }) ?? true
            else { return .refunded(false) }
            if let factor { try tx.use(factor, now: now) }
            try tx.makeRoom(for: session, configuration)
            try tx.insert(session, refreshedBy: token)
            try tx.note(.sessionOpened, of: account.id, after: proof.text, now: now)
            try tx.use(device)
            if let identity = identity ?? challenge?.identity ?? attempt?.identity {
                try tx.link(identity, to: account.id, now: now)
            }
            // Once a day, so that most sign-ins need no statement for it.
            if proof.isPassword, now - (present.password?.lastUsedAt ?? 0) >= 86_400_000 {
                try tx.submit(Statements.noteUseOfPassword, now, account.id)
            }
            try tx.keep(permits)
            try tx.queue(mails, now: now)
            return .spent(true)
        }
    }

    func sessionAndAccount(
        _ id: UUIDv7
    ) async throws -> (session: AccountSession, account: Account)? {
        try await first(Statements.sessionAndAccount, id)
    }

    /// The data of a session that is shown. The tokens and most of the account are not read.
    func sessionAndAddress(
        _ id: UUIDv7
    ) async throws -> (session: AccountSession, address: Address.Shown?)? {
        try await first(Statements.sessionAndAddress, id)
    }

    /// Ends a session. Does nothing if it has ended, or does not exist.
    func endSession(_ id: UUIDv7, reason: AccountSession.EndReason, now: Int64) async throws {
        try await write { try $0.endSession(id, reason: reason, now: now) }
    }
}

/// What a session is opened by.
private struct OpeningProof {
    /// For the log.
    let text: String
    /// Whether the password was given.
    let isPassword: Bool

    init(
        _ identity: ProvedIdentity?, _ challenge: Challenge?, _ attempt: FactorAttempt?,
        _ factor: FactorUse?
    ) {
        if let attempt {
            (text, isPassword) = ("factor", attempt.isByPassword)
        } else if let challenge {
            text = challenge.purpose.rawValue
            // A code that was mailed after the password.
            isPassword = challenge.purpose == .signIn && challenge.identity == nil
        } else if identity != nil {
            (text, isPassword) = ("identity", false)
        } else if factor != nil {
            (text, isPassword) = ("passkey", false)
        } else {
            (text, isPassword) = ("password", true)
        }
    }
}

extension Account {
    /// Whether a caller with the password of `verified` may sign in to the account.
    func isOpen(asVerified verified: Account, now: Int64) -> Bool {
        credentialsChangedAt == verified.credentialsChangedAt && role == verified.role
            && !isDisabled(at: now) && !mustResetPassword
    }
}

extension Snapshot {
    func session(_ id: UUIDv7) throws -> AccountSession? {
        try first(Statements.session, id)
    }

    /// The session that makes a change. It is read in the transaction of the change, so that one
    /// that has just ended changes nothing.
    ///
    /// - Throws: `RPCError` (SESSION_ENDED).
    @discardableResult
    func liveSession(_ id: UUIDv7, at clock: SessionClock) throws -> AccountSession {
        guard let session = try session(id), session.isLive(at: clock.now, clock.configuration)
        else { throw RPCError.sessionEnded }
        return session
    }

    /// A session with its tokens, and its account's permissions, in one statement: every refresh
    /// needs all of it.
    func refreshableSession(_ id: UUIDv7) throws -> (RefreshableSession, Account.Role)? {
        try first(Statements.refreshableSession, id)
    }
}

extension AuthTransaction {
    func insert(_ session: AccountSession, refreshedBy token: OpaqueToken) throws {
        try submit(
            Statements.insert, session.id, session.accountID, session.device.label,
            session.device.platform, session.device.appVersion, session.addressPrefix,
            session.createdAt, session.refreshedAt, token.hash)
    }

    /// Stores a refresh.
    func update(_ refreshed: RefreshableSession) throws {
        let (session, chain) = (refreshed.session, refreshed.chain)
        try submit(
            Statements.update, session.refreshedAt, chain.current, chain.rotation?.previous,
            chain.rotation?.nonce, session.id)
    }

    /// Ends a session that has not ended, and revokes it. All ends of sessions use this function.
    func endSession(_ id: UUIDv7, reason: AccountSession.EndReason, now: Int64) throws {
        guard try run(Statements.end, now, reason, id) == 1 else { return }
        try revoke(id, reason: reason, now: now)
    }
}

extension AccountSession: RowValue {
    static let columns: SQL = """
        session.id, session.accountID, deviceLabel, platform, appVersion, addressPrefix, \
        session.createdAtMs, refreshedAtMs, endedAtMs, endReason
        """

    /// - Throws: `StorageError.corrupt`.
    package init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), accountID: columns.next(),
            device: SessionDevice(
                label: columns.next(), platform: columns.next(), appVersion: columns.next()),
            addressPrefix: columns.next(), createdAt: columns.next(),
            refreshedAt: columns.next(), endedAt: columns.next(), endReason: columns.next())
    }
}

extension RefreshableSession {
    static let columns: SQL = """
        \(AccountSession.columns), tokenHash, previousTokenHash, rotationNonce
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        session = try AccountSession(&columns)
        chain = try RefreshChain(&columns)
    }
}

extension RefreshChain {
    fileprivate init(_ columns: inout Columns) throws {
        let current = try columns.next(as: SHA256Digest.self)
        let previous = try columns.next(as: SHA256Digest?.self)
        let nonce = try columns.next(as: [UInt8]?.self)
        // Neither before the first rotation; both after it, as the table has it.
        let rotation = previous.map { Rotation(previous: $0, nonce: nonce ?? []) }
        self.init(current: current, rotation: rotation)
    }
}

private enum Statements {
    static let session = Query<AccountSession, UUIDv7>(
        "SELECT \(AccountSession.columns) FROM session WHERE id = $1")

    static let sessionAndAccount = Query<(session: AccountSession, account: Account), UUIDv7>(
        """
        SELECT \(AccountSession.columns), authenticatedAtMs, \(Account.columns)
        FROM session, \(Account.tables)
        WHERE session.id = $1 AND account.id = session.accountID
        """
    ) { columns in
        var session = try AccountSession(&columns)
        session.authenticatedAt = try columns.next(as: Int64.self)
        return (session, try Account(&columns))
    }

    static let sessionAndAddress = Query<
        (session: AccountSession, address: Address.Shown?), UUIDv7
    >(
        """
        SELECT \(AccountSession.columns), email, verifiedAtMs FROM session
        LEFT JOIN address ON address.accountID = session.accountID AND isPrimary = TRUE
        WHERE session.id = $1
        """
    ) { columns in
        let session = try AccountSession(&columns)
        let email = try columns.next(as: String?.self)
        let verifiedAt = try columns.next(as: Int64?.self)
        return (session, email.map { ($0, verifiedAt != nil) })
    }

    /// Of the accounts, only the index of the few administrators is read.
    static let refreshableSession = Query<(RefreshableSession, Account.Role), UUIDv7>(
        """
        SELECT \(RefreshableSession.columns), EXISTS (
            SELECT 1 FROM account WHERE role = 'admin' AND account.id = session.accountID)
        FROM session WHERE id = $1
        """
    ) { columns in
        let session = try RefreshableSession(&columns)
        return (session, try columns.next() ? .admin : .user)
    }

    static let insert = Command<
        UUIDv7, UUIDv7, String, String, String, String, Int64, Int64, SHA256Digest
    >(
        """
        INSERT INTO session (
            id, accountID, deviceLabel, platform, appVersion, addressPrefix, createdAtMs,
            authenticatedAtMs, refreshedAtMs, tokenHash
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)
        """)

    static let noteUseOfPassword = Command<Int64, UUIDv7>(
        "UPDATE credential SET lastUsedAtMs = $1 WHERE accountID = $2 AND kind = 'password'")

    static let update = Command<Int64, SHA256Digest, SHA256Digest?, [UInt8]?, UUIDv7>(
        """
        UPDATE session SET refreshedAtMs = $1, tokenHash = $2, previousTokenHash = $3,
            rotationNonce = $4
        WHERE id = $5
        """)

    static let end = Command<Int64, AccountSession.EndReason, UUIDv7>(
        "UPDATE session SET endedAtMs = $1, endReason = $2 WHERE id = $3 AND endedAtMs IS NULL")
}
