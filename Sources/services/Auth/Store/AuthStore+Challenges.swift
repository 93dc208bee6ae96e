import RollcallCrypto
import Storage

extension AuthStore {
    func challenge(_ id: UUIDv7) async throws -> Challenge? {
        try await first(Statements.challenge, id)
    }

    /// An open challenge that can be found without a code.
    func challenge(_ key: ChallengeKey, now: Int64) async throws -> Challenge? {
        let found = try await read { try $0.challenge(key) }
        return found?.isOpen(at: now) == true ? found : nil
    }

    /// Takes a try at a challenge.
    ///
    /// - Returns: `nil` when no try is left, or the challenge does not exist.
    func takeTry(at key: ChallengeKey, now: Int64) async throws -> Challenge? {
        try await write { try $0.takeTry(at: key, now: now) }
    }

    /// Refunds the try of a caller who has met a challenge but could not use it.
    func refundTry(at challenge: Challenge) async throws {
        try await write { tx in
            _ = try tx.run(Statements.refundTry, challenge.id)
        }
    }

    /// Takes a try at each of an account's challenges of these purposes, where one exists.
    func takeTries(
        of accountID: UUIDv7, _ purposes: [ChallengePurpose], now: Int64
    ) async throws -> [ChallengePurpose: Challenge] {
        try await write { tx in
            try purposes.reduce(into: [:]) { found, purpose in
                found[purpose] = try tx.takeTry(at: .account(accountID, purpose), now: now)
            }
        }
    }

    /// Uses up a challenge that was met.
    ///
    /// - Returns: `false` if it was used before, or the account has changed since.
    func end(_ challenge: Challenge) async throws -> Bool {
        try await write { try $0.use(challenge) != nil }
    }

    /// Suspends a sign-in to an account whose first proof was verified.
    ///
    /// - Parameters:
    ///   - mail: the mail with its code, if there is one.
    /// - Returns: `false` if the account has changed meanwhile, or cannot be signed in to any more.
    func suspend(
        _ challenge: Challenge, of account: Account, mailing mail: MailItem?,
        spending permits: [Permit]
    ) async throws -> Bool {
        let now = challenge.createdAt
        return try await write { tx in
            guard try tx.account(account.id)?.isOpen(asVerified: account, now: now) == true else {
                return false
            }
            try tx.open(challenge, now: now)
            if let mail { try tx.queue(mail, now: now) }
            try tx.keep(permits)
            return true
        }
    }
}

// MARK: In transactions

extension Snapshot {
    func challenge(_ id: UUIDv7) throws -> Challenge? {
        try first(Statements.challenge, id)
    }

    func challenge(_ key: ChallengeKey) throws -> Challenge? {
        switch key {
        case .flow(let id, let hash, let purposes):
            let found = try challenge(id)
            guard let found, found.flowHash == hash, purposes.contains(found.purpose) else {
                return nil
            }
            return found
        case .account(let id, let purpose):
            return try first(Statements.challengeOfAccount, id, purpose)
        }
    }
}

extension AuthTransaction {
    fileprivate func takeTry(at key: ChallengeKey, now: Int64) throws -> Challenge? {
        guard var challenge = try challenge(key), challenge.takeTry(at: now) else { return nil }
        try run(Statements.setTries, challenge.triesUsed, challenge.id)
        return challenge
    }

    /// Stores a challenge and its mail, as `open`. The mail limits bound how many challenges of an
    /// account are open.
    func send(_ issue: Challenges.Issue, now: Int64) throws {
        try open(issue.challenge, now: now)
        try queue(issue.mail, now: now)
    }

    /// Stores a challenge. It replaces the open challenge of the same purpose and asker only: a
    /// stranger's request does not end a challenge that the owner waits for. A few expired rows are
    /// deleted, too.
    func open(_ challenge: Challenge, now: Int64) throws {
        if let accountID = challenge.bond?.accountID, challenge.purpose != .undoAddress {
            try end(Statements.endOfAsker, accountID, challenge.purpose, challenge.asker)
        }
        try store(challenge)
        try sweepChallenges(now: now)
    }

    /// Stores a challenge, new or changed. The attempt of its identity is used up.
    ///
    /// - Parameter request: set while the challenge waits for its account to be looked up.
    func store(_ challenge: Challenge, waitingAs request: ResetRequest? = nil) throws {
        let bond = challenge.bond
        try use(challenge.identity?.attempt)
        try submit(
            Statements.store, challenge.id, challenge.purpose, challenge.address,
            challenge.flowHash, challenge.asker, bond?.accountID, bond?.codeHash, bond?.linkHash,
            bond?.stateHash, challenge.triesUsed, challenge.createdAt, challenge.expiresAt,
            request?.locale, request?.isFromKnownDevice ?? false, challenge.device.label,
            challenge.device.platform, challenge.device.appVersion, challenge.identity?.key.issuer,
            challenge.identity?.key.subject, challenge.identity?.email,
            challenge.identity?.sealedGrant)
    }

    /// Uses up a challenge that was met.
    ///
    /// - Returns: its account; `nil` if the challenge was used before, or the account has changed
    ///   since.
    func use(_ challenge: Challenge) throws -> Account? {
        guard let id = challenge.bond?.accountID, let account = try account(id),
            challenge.protects(account)
        else { return nil }
        return try endChallenge(challenge.id) ? account : nil
    }

    /// - Returns: whether the challenge belonged to an account until now.
    @discardableResult
    func endChallenge(_ id: UUIDv7) throws -> Bool {
        try end(Statements.endOne, id) == 1
    }

    /// Ends the open challenges of an account whose password or address has changed. Challenges
    /// that undo an address change stay open.
    func endChallenges(of accountID: UUIDv7) throws {
        try end(Statements.endAllButUndo, accountID)
    }

    /// Ends all challenges of an account, also those that undo an address change.
    func endAllChallenges(of accountID: UUIDv7) throws {
        try end(Statements.endAll, accountID)
    }

    /// - Returns: how many challenges ended.
    @discardableResult
    private func end<each Parameter: SQLValue>(
        _ ending: Ending<repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> Int {
        try run(ending.release, repeat each parameters)
            + run(ending.delete, repeat each parameters)
    }

    /// Records that the owner reads mail at an address of the account. An address change under way
    /// ends and has to be started again: from now on both addresses have to be proved.
    func setVerified(_ email: EmailAddress, of id: UUIDv7, now: Int64) throws {
        guard try run(Statements.setVerified, now, id, email.canonical) == 1 else { return }
        try note(.addressVerified, of: id, now: now)
        tell(.accountChanged(id))
        try end(Statements.endAddressChange, id)
    }
}

/// Ends challenges of accounts. The row of a reset, or of a code for signing in, stays until it
/// expires, and looks like one without an account. If its code failed at once, that would reveal
/// that the account exists.
private struct Ending<each Parameter: SQLValue>: Sendable {
    let release, delete: Command<repeat each Parameter>
    private static var answeredAlike: SQL { "'resetPassword', 'signInCode'" }

    /// - Parameter condition: on rows of the table.
    init(where condition: SQL) {
        release = Command(
            """
            UPDATE challenge
            SET accountID = NULL, codeHash = NULL, linkHash = NULL, stateHash = NULL
            WHERE purpose IN (\(Self.answeredAlike)) AND accountID IS NOT NULL AND \(condition)
            """)
        delete = Command(
            "DELETE FROM challenge WHERE purpose NOT IN (\(Self.answeredAlike)) AND \(condition)")
    }
}

extension Challenge: RowValue {
    static let columns: SQL = """
        id, purpose, address, flowHash, asker, accountID, codeHash, linkHash, stateHash, triesUsed,
        createdAtMs, expiresAtMs, deviceLabel, platform, appVersion, identityIssuer,
        identitySubject, identityEmail, identityGrant
        """

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        try self.init(
            id: columns.next(), purpose: columns.next(), address: columns.next(),
            flowHash: columns.next(), asker: columns.next(), bond: Bond(&columns),
            triesUsed: columns.next(), createdAt: columns.next(), expiresAt: columns.next(),
            device: SessionDevice(
                label: columns.next(), platform: columns.next(), appVersion: columns.next()),
            identity: ProvedIdentity(&columns))
    }
}

extension ProvedIdentity {
    /// Nil without an identity.
    fileprivate init?(_ columns: inout Columns) throws {
        guard let issuer: String = try columns.next() else {
            columns.skip(3)
            return nil
        }
        try self.init(
            key: IdentityKey(issuer: issuer, subject: columns.next()), email: columns.next(),
            sealedGrant: columns.next())
    }
}

extension Challenge.Bond {
    /// Nil without an account.
    fileprivate init?(_ columns: inout Columns) throws {
        guard let accountID: UUIDv7 = try columns.next() else {
            columns.skip(3)
            return nil
        }
        self.accountID = accountID
        codeHash = try columns.next()
        linkHash = try columns.next()
        stateHash = try columns.next()
    }
}

private enum Statements {
    static let challenge = Query<Challenge, UUIDv7>(
        "SELECT \(Challenge.columns) FROM challenge WHERE id = $1")

    static let challengeOfAccount = Query<Challenge, UUIDv7, ChallengePurpose>(
        "SELECT \(Challenge.columns) FROM challenge WHERE accountID = $1 AND purpose = $2")

    static let setTries = Command<Int, UUIDv7>("UPDATE challenge SET triesUsed = $1 WHERE id = $2")

    static let refundTry = Command<UUIDv7>(
        "UPDATE challenge SET triesUsed = triesUsed - 1 WHERE id = $1 AND triesUsed > 0")

    static let store = Command<
        UUIDv7, ChallengePurpose, String, SHA256Digest?, [UInt8], UUIDv7?, SHA256Digest?,
        SHA256Digest?, SHA256Digest?, Int, Int64, Int64, String?, Bool, String, String, String,
        String?, String?,
        String?, String?
    >(
        """
        INSERT INTO challenge (
            id, purpose, address, flowHash, asker, accountID, codeHash, linkHash, stateHash,
            triesUsed, createdAtMs, expiresAtMs, waitingLocale, isFromKnownDevice, deviceLabel,
            platform, appVersion, identityIssuer, identitySubject, identityEmail, identityGrant
        ) VALUES (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
            $20, $21)
        ON CONFLICT (id) DO UPDATE SET
            accountID = excluded.accountID, codeHash = excluded.codeHash,
            linkHash = excluded.linkHash, stateHash = excluded.stateHash,
            triesUsed = excluded.triesUsed, expiresAtMs = excluded.expiresAtMs,
            waitingLocale = excluded.waitingLocale, isFromKnownDevice = excluded.isFromKnownDevice
        """)

    static let setVerified = Command<Int64, UUIDv7, String>(
        """
        UPDATE address SET verifiedAtMs = $1
        WHERE accountID = $2 AND canonical = $3 AND verifiedAtMs IS NULL
        """)

    static let endOne = Ending<UUIDv7>(where: "id = $1")
    static let endAll = Ending<UUIDv7>(where: "accountID = $1")
    static let endAllButUndo = Ending<UUIDv7>(where: "accountID = $1 AND purpose <> 'undoAddress'")
    static let endOfAsker = Ending<UUIDv7, ChallengePurpose, [UInt8]>(
        where: "accountID = $1 AND purpose = $2 AND asker = $3")
    static let endAddressChange = Ending<UUIDv7>(
        where: "accountID = $1 AND purpose IN ('changeAddressOld', 'changeAddressNew')")
}
