import RollcallCrypto
import Storage

extension AuthStore {
    func challenge(_ id: UUIDv7) async throws -> Challenge? {
        try await first(Statements.challenge, id)
    }

    /// The open challenge of an account.
    func challenge(
        of accountID: UUIDv7, _ purpose: ChallengePurpose, now: Int64
    ) async throws -> Challenge? {
        let challenge = try await first(Statements.challengeOfAccount, accountID, purpose)
        return challenge.flatMap { $0.isOpen(at: now) ? $0 : nil }
    }

    /// Takes a try at a challenge.
    ///
    /// - Returns: `nil` when there is none left, or no such challenge.
    func takeTry(at key: ChallengeKey, now: Int64) async throws -> Challenge? {
        try await write { try $0.takeTry(at: key, now: now) }
    }

    /// Refunds the try of a caller who has met a challenge, and could not use it.
    func refundTry(at challenge: Challenge) async throws {
        try await write { tx in
            _ = try tx.run(Statements.refundTry, challenge.id)
        }
    }

    /// Takes a try at each of two challenges, as far as there are any.
    func takeTries(
        of accountID: UUIDv7, _ purposes: [ChallengePurpose], now: Int64
    ) async throws -> [ChallengePurpose: Challenge] {
        try await write { tx in
            try purposes.reduce(into: [:]) { found, purpose in
                found[purpose] = try tx.takeTry(at: .account(accountID, purpose), now: now)
            }
        }
    }

    /// Sends a challenge, in place of the one of the same purpose and asker that is open.
    func send(_ issue: Challenges.Issue, now: Int64) async throws {
        try await write { try $0.send(issue, now: now) }
    }

    /// The address is the account's owner's.
    ///
    /// - Returns: `false` when the challenge is open no more.
    func verifyAddress(by challenge: Challenge, now: Int64) async throws -> Bool {
        try await write { tx in
            guard let account = try tx.use(challenge) else { return false }
            try tx.noteVerification(of: account, now: now)
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
        case .flow(let id, let hash):
            guard let challenge = try challenge(id), challenge.flowHash == hash else { return nil }
            return challenge
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

    /// Stores a challenge and its mail, in place of the one of the same purpose and asker that is open:
    /// what strangers ask for leaves alone what an owner waits for. How many of an account are open
    /// follows from how many mails may be asked for. A few rows that have expired are taken away.
    func send(_ issue: Challenges.Issue, now: Int64) throws {
        let challenge = issue.challenge
        if let accountID = challenge.bond?.accountID, challenge.purpose != .undoAddress {
            try end(Statements.endOfAsker, accountID, challenge.purpose, challenge.asker)
        }
        try store(challenge)
        try queue(issue.mail, now: now)
        try sweepChallenges(now: now)
    }

    /// Stores a challenge, new or as it is by now.
    ///
    /// - Parameter request: set for one that waits for its account.
    func store(_ challenge: Challenge, waitingAs request: ResetRequest? = nil) throws {
        let bond = challenge.bond
        try run(
            Statements.store, challenge.id, challenge.purpose, challenge.address,
            challenge.flowHash, challenge.asker, bond?.accountID, bond?.codeHash, bond?.linkHash,
            bond?.stateHash, challenge.triesUsed, challenge.createdAt, challenge.expiresAt,
            request?.locale, request?.isFromKnownDevice ?? false)
    }

    /// Uses a challenge up that was met.
    ///
    /// - Returns: its account, if nobody has used it before and all is as it was.
    func use(_ challenge: Challenge) throws -> Account? {
        guard let id = challenge.bond?.accountID, let account = try account(id),
            challenge.protects(account)
        else { return nil }
        return try endChallenge(challenge.id) ? account : nil
    }

    /// - Returns: whether it was an account's until now.
    @discardableResult
    func endChallenge(_ id: UUIDv7) throws -> Bool {
        try end(Statements.endOne, id) == 1
    }

    /// Kills what was open before the account's password or address became another. The way back to
    /// an address that was left stays open.
    func endChallenges(of accountID: UUIDv7) throws {
        try end(Statements.endAllButUndo, accountID)
    }

    /// Ends the ways back to addresses, too.
    func endAllChallenges(of accountID: UUIDv7) throws {
        try end(Statements.endAll, accountID)
    }

    /// - Returns: how many there were.
    @discardableResult
    private func end<each Parameter: SQLValue>(
        _ ending: Ending<repeat each Parameter>, _ parameters: repeat each Parameter
    ) throws -> Int {
        try run(ending.release, repeat each parameters)
            + run(ending.delete, repeat each parameters)
    }

    /// Notes that somebody reads what is sent to the account's address. A change of address that is
    /// under way has to be begun anew: it is to be proved on both sides now.
    func noteVerification(of account: Account, now: Int64) throws {
        guard account.emailVerifiedAt == nil else { return }
        try run(Statements.setVerified, now, account.id)
        tell(.accountChanged(account.id))
        try end(Statements.endAddressChange, account.id)
    }
}

/// Ends challenges of accounts. A flow's row goes on as that of somebody who has no account does,
/// until it expires: that its code is suddenly dead would tell that there is an account.
private struct Ending<each Parameter: SQLValue>: Sendable {
    let release, delete: Command<repeat each Parameter>

    /// - Parameter condition: on rows of the table.
    init(where condition: SQL) {
        release = Command(
            """
            UPDATE challenge
            SET accountID = NULL, codeHash = NULL, linkHash = NULL, stateHash = NULL
            WHERE flowHash IS NOT NULL AND accountID IS NOT NULL AND \(condition)
            """)
        delete = Command("DELETE FROM challenge WHERE flowHash IS NULL AND \(condition)")
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
        SHA256Digest?, SHA256Digest?, Int, Int64, Int64, String?, Bool
    >(
        """
        INSERT INTO challenge (
            id, purpose, address, flowHash, asker, accountID, codeHash, linkHash, stateHash,
            triesUsed, createdAtMs, expiresAtMs, waitingLocale, isFromKnownDevice
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
        ON CONFLICT (id) DO UPDATE SET
            accountID = excluded.accountID, codeHash = excluded.codeHash,
            linkHash = excluded.linkHash, stateHash = excluded.stateHash,
            triesUsed = excluded.triesUsed, expiresAtMs = excluded.expiresAtMs,
            waitingLocale = excluded.waitingLocale, isFromKnownDevice = excluded.isFromKnownDevice
        """)

    static let setVerified = Command<Int64, UUIDv7>(
        "UPDATE account SET emailVerifiedAtMs = $1 WHERE id = $2")

    static let endOne = Ending<UUIDv7>(where: "id = $1")
    static let endAll = Ending<UUIDv7>(where: "accountID = $1")
    static let endAllButUndo = Ending<UUIDv7>(where: "accountID = $1 AND purpose <> 'undoAddress'")
    static let endOfAsker = Ending<UUIDv7, ChallengePurpose, [UInt8]>(
        where: "accountID = $1 AND purpose = $2 AND asker = $3")
    static let endAddressChange = Ending<UUIDv7>(
        where: "accountID = $1 AND purpose IN ('changeAddressOld', 'changeAddressNew')")
}
