import RollcallAPI
import Storage

extension AuthStore {
    /// Reads where the stream of revocations stands. Call it before any call is served.
    func start() async throws {
        let position = try await read { try $0.revocationPosition() }
        feed.advance(to: position, whileIn: nil)
    }

    /// Begins another epoch: all sessions end, and all access tokens become invalid.
    ///
    /// - Parameter position: the latest position that the caller knows of. An epoch begins only if
    ///   it is ahead of the database, so that two callers do not begin two epochs; `nil` begins one
    ///   in any case.
    /// - Returns: how many sessions ended; `nil` if no epoch began.
    @discardableResult
    func beginEpoch(
        ifBehind position: RevocationPosition? = nil, now: Int64
    ) async throws -> Int? {
        let next = Self.newEpoch()
        return try await write { tx in
            if let position {
                guard try position.isAhead(of: tx.revocationPosition()) else { return nil }
            }
            let count = try tx.beginEpoch(next, now: now)
            try tx.note(.epochBegun, after: "\(count) sessions ended", now: now)
            return count
        }
    }

    /// Begins another epoch after a copy of the database has leaked. All passwords must be
    /// replaced, except those of accounts that no reset could be mailed to.
    func beginEpochAfterLeak(now: Int64) async throws -> BeginEpochResponse {
        let next = Self.newEpoch()
        return try await write { tx in
            let reset = try tx.run(Statements.requireNewPasswords)
            let kept = try tx.first(Statements.keptPasswords) ?? 0
            let ended = try tx.beginEpoch(next, now: now)
            try tx.note(
                .epochBegun,
                after: "after a leak: \(ended) sessions ended, \(reset) passwords to be replaced",
                now: now)
            return BeginEpochResponse(
                endedSessionCount: UInt64(ended), resetPasswordCount: UInt64(reset),
                keptPasswordCount: UInt64(kept))
        }
    }

    static func newEpoch() -> UInt64 { .random(in: .min ... .max) }
}

extension Snapshot {
    /// The present position of the revocation stream.
    func revocationPosition() throws -> RevocationPosition {
        guard let position = try first(Statements.position) else {
            throw StorageError.corrupt("there is no epoch")
        }
        return position
    }
}

extension AuthTransaction {
    /// Uses one transaction, however many sessions there are, as a single row decides what all
    /// verifiers do. Verifiers are not told of each session: they refuse the tokens of any other
    /// epoch.
    @discardableResult
    func beginEpoch(_ number: UInt64, now: Int64) throws -> Int {
        let count = try run(Statements.endSessions, now, .newEpoch)
        try run(Statements.forgetRevocations)
        try run(Statements.setEpoch, number)
        tell(.epochBegun(RevocationPosition(epoch: number, version: 0), endedCount: count))
        return count
    }
}

private enum Statements {
    static let position = Query<RevocationPosition>("SELECT number, version FROM epoch") {
        try RevocationPosition(epoch: $0.next(), version: $0.next())
    }

    static let endSessions = Command<Int64, AccountSession.EndReason>(
        "UPDATE session SET endedAtMs = $1, endReason = $2 WHERE endedAtMs IS NULL")

    static let requireNewPasswords = PlainCommand(
        """
        UPDATE account SET mustResetPassword = TRUE
        WHERE NOT mustResetPassword
            AND EXISTS (
                SELECT 1 FROM credential WHERE accountID = account.id AND kind = 'password')
            AND EXISTS (SELECT 1 FROM address WHERE accountID = account.id)
        """)

    static let keptPasswords = Query<Int>(
        """
        SELECT count(*) FROM credential
        WHERE kind = 'password'
            AND NOT EXISTS (SELECT 1 FROM address WHERE address.accountID = credential.accountID)
        """)

    static let forgetRevocations = PlainCommand("DELETE FROM revocation")

    static let setEpoch = Command<UInt64>(
        "UPDATE epoch SET number = $1, version = 0")
}
