import Foundation
import GRDB
import RollcallCrypto

extension AuthStore {
    func challenge(_ id: UUIDv7) async throws -> Challenge? {
        try await read { try $0.challenge(id) }
    }

    /// The open challenge of an account.
    func challenge(
        of accountID: UUIDv7, _ purpose: ChallengePurpose, now: Int64
    ) async throws -> Challenge? {
        let challenge = try await read { try $0.challenge(.account(accountID, purpose)) }
        return challenge.flatMap { $0.isOpen(at: now) ? $0 : nil }
    }

    /// Takes a try at a challenge.
    ///
    /// - Returns: `nil` when there is none left, or no such challenge.
    func takeTry(at key: ChallengeKey, now: Int64) async throws -> Challenge? {
        try await write { try $0.takeTry(at: key, now: now) }
    }

    /// Gives back the try of whoever has met a challenge, and could not use it.
    func giveBackTry(at challenge: Challenge) async throws {
        try await write { db in
            try db.execute(
                sql:
                    "UPDATE challenge SET triesUsed = triesUsed - 1 WHERE id = ? AND triesUsed > 0",
                arguments: [challenge.id.data])
        }
    }

    /// Takes a try at each of two challenges, as far as there are any.
    func takeTries(
        of accountID: UUIDv7, _ purposes: [ChallengePurpose], now: Int64
    ) async throws -> [ChallengePurpose: Challenge] {
        try await write { db in
            try purposes.reduce(into: [:]) { found, purpose in
                found[purpose] = try db.takeTry(at: .account(accountID, purpose), now: now)
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
        try await write { db in
            guard let account = try db.use(challenge) else { return false }
            try db.noteVerification(of: account, now: now)
            return true
        }
    }
}

// MARK: In transactions

extension Database {
    func challenge(_ id: UUIDv7) throws -> Challenge? {
        try Row.fetchOne(self, sql: "SELECT * FROM challenge WHERE id = ?", arguments: [id.data])
            .map(Challenge.init)
    }

    func challenge(_ key: ChallengeKey) throws -> Challenge? {
        switch key {
        case .flow(let id, let hash):
            guard let challenge = try challenge(id), challenge.flowHash == hash else { return nil }
            return challenge
        case .account(let id, let purpose):
            return try Row.fetchOne(
                self, sql: "SELECT * FROM challenge WHERE accountID = ? AND purpose = ?",
                arguments: [id.data, purpose.rawValue]
            ).map(Challenge.init)
        }
    }

    fileprivate func takeTry(at key: ChallengeKey, now: Int64) throws -> Challenge? {
        guard var challenge = try challenge(key), challenge.takeTry(at: now) else { return nil }
        try execute(
            sql: "UPDATE challenge SET triesUsed = ? WHERE id = ?",
            arguments: [challenge.triesUsed, challenge.id.data])
        return challenge
    }

    /// Stores a challenge and its mail, in place of the one of the same purpose and asker that is open:
    /// what strangers ask for leaves alone what an owner waits for. How many of an account are open
    /// follows from how many mails may be asked for. A few rows that have expired are taken away.
    func send(_ issue: Challenges.Issue, now: Int64) throws {
        let challenge = issue.challenge
        if let accountID = challenge.bond?.accountID, challenge.purpose != .undoAddress {
            try end(
                "accountID = ? AND purpose = ? AND asker = ?",
                [accountID.data, challenge.purpose.rawValue, Data(challenge.asker)])
        }
        try store(challenge)
        try enqueue(issue.mail, now: now)
        try sweepChallenges(now: now)
    }

    /// Stores a challenge, new or as it is by now.
    ///
    /// - Parameter request: set for one that waits for its account.
    func store(_ challenge: Challenge, waitingAs request: ResetRequest? = nil) throws {
        let bond = challenge.bond
        try execute(
            sql: """
                INSERT OR REPLACE INTO challenge (
                    id, purpose, address, flowHash, accountID, codeHash, linkHash, stateHash,
                    triesUsed, createdAtMs, expiresAtMs, asker, waitingLocale,
                    isFromKnownDevice
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                challenge.id.data, challenge.purpose.rawValue, challenge.address,
                challenge.flowHash?.data, bond?.accountID.data, bond?.codeHash?.data,
                bond?.linkHash?.data, bond?.stateHash.data, challenge.triesUsed,
                challenge.createdAt, challenge.expiresAt, Data(challenge.asker), request?.locale,
                request?.isFromKnownDevice ?? false,
            ])
    }

    /// Uses a challenge up that was met.
    ///
    /// - Returns: its account, if nobody has used it before and all is as it was.
    func use(_ challenge: Challenge) throws -> Account? {
        guard let id = challenge.bond?.accountID, let account = try account(id),
            challenge.protects(account)
        else { return nil }
        let count = try end("id = ?", [challenge.id.data])
        return count == 1 ? account : nil
    }

    /// Kills what was open before the account's password or address became another. The way back to
    /// an address that was left stays open.
    func endChallenges(of accountID: UUIDv7) throws {
        try end("accountID = ? AND purpose <> 'undoAddress'", [accountID.data])
    }

    /// Ends challenges of accounts. A flow's row goes on as that of somebody who has no account does,
    /// until it expires: that its code is suddenly dead would tell that there is an account.
    ///
    /// - Parameter condition: on rows of the table.
    /// - Returns: how many there were.
    @discardableResult
    func end(_ condition: String, _ arguments: StatementArguments) throws -> Int {
        try execute(
            sql: """
                UPDATE challenge
                SET accountID = NULL, codeHash = NULL, linkHash = NULL, stateHash = NULL
                WHERE flowHash IS NOT NULL AND accountID IS NOT NULL AND \(condition)
                """,
            arguments: arguments)
        let count = changesCount
        try execute(
            sql: "DELETE FROM challenge WHERE flowHash IS NULL AND \(condition)",
            arguments: arguments)
        return count + changesCount
    }

    /// Notes that somebody reads what is sent to the account's address. A change of address that is
    /// under way has to be begun anew: it is to be proved on both sides now.
    func noteVerification(of account: Account, now: Int64) throws {
        try execute(
            sql: "UPDATE account SET emailVerifiedAtMs = ? WHERE id = ?",
            arguments: [account.emailVerifiedAt ?? now, account.id.data])
        guard account.emailVerifiedAt == nil else { return }
        try end(
            "accountID = ? AND purpose IN ('changeAddressOld', 'changeAddressNew')",
            [account.id.data])
    }
}

extension Challenge {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        self.init(
            id: try row.id("id"),
            purpose: try row.value("purpose") { ChallengePurpose(rawValue: $0) },
            address: row["address"],
            flowHash: try row.optionalDigest("flowHash"),
            asker: [UInt8](row["asker"] as Data),
            bond: try Bond(row: row),
            triesUsed: row["triesUsed"],
            createdAt: row["createdAtMs"],
            expiresAt: row["expiresAtMs"])
    }
}

extension Challenge.Bond {
    /// - Returns: `nil` without an account.
    fileprivate init?(row: Row) throws {
        guard !row.isNull("accountID") else { return nil }
        accountID = try row.id("accountID")
        codeHash = try row.optionalDigest("codeHash")
        linkHash = try row.optionalDigest("linkHash")
        stateHash = try row.digest("stateHash")
    }
}

extension Row {
    fileprivate func optionalDigest(_ column: String) throws -> SHA256Digest? {
        isNull(column) ? nil : try digest(column)
    }
}
