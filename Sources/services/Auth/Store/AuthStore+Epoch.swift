import RollcallCrypto
import Storage

extension AuthStore {
    /// Reads where the stream of revocations stands. Call it before any call is served.
    func start() async throws {
        let position = try await read { try $0.revocationPosition() }
        feed.advance(to: position, whileIn: nil)
    }

    /// Whether this is a copy by `rollcall backup create` that Auth has not started with yet.
    func isBackup() async throws -> Bool {
        try await first(Statements.isBackup) ?? false
    }

    /// Begins another epoch: all sessions end, and all access tokens become invalid.
    ///
    /// - Parameters:
    ///   - position: the latest position that the caller knows of. An epoch begins only if it is
    ///     ahead of the database, so that two callers do not begin two epochs; `nil` begins one in
    ///     any case.
    ///   - cause: what the audit log says before the number of sessions.
    /// - Returns: how many sessions ended; `nil` if no epoch began.
    @discardableResult
    func beginEpoch(
        ifBehind position: RevocationPosition? = nil, because cause: String = "", now: Int64
    ) async throws -> Int? {
        let next = Self.newEpoch()
        return try await write(inTurn: true) { tx in
            if let position {
                guard try position.isAhead(of: tx.revocationPosition()) else { return nil }
            }
            let count = try tx.beginEpoch(next, now: now)
            try tx.note(.epochBegun, after: "\(cause)\(count) sessions ended", now: now)
            return count
        }
    }

    /// Requires new passwords of all accounts that have one, except those that no reset could be
    /// mailed to. In steps, between which other calls go on; can be repeated.
    ///
    /// - Returns: how many must be replaced from now on, and how many stay.
    func requireNewPasswords() async throws -> (required: Int, kept: Int) {
        var (required, last): (Int, UUIDv7?) = (0, nil)
        while let end = try await accountIDs(after: last, limit: 2000).last {
            required += try await write { [last] in
                try $0.run(Statements.requireNewPasswords, last?.bytes ?? [], end)
            }
            last = end
        }
        return (required, try await first(Statements.keptPasswords) ?? 0)
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

    static let isBackup = Query<Bool>("SELECT isBackup FROM epoch")

    static let endSessions = Command<Int64, AccountSession.EndReason>(
        "UPDATE session SET endedAtMs = $1, endReason = $2 WHERE endedAtMs IS NULL")

    /// Of the accounts after one and up to another.
    static let requireNewPasswords = Command<[UInt8], UUIDv7>(
        """
        UPDATE account SET mustResetPassword = TRUE
        WHERE id > $1 AND id <= $2 AND NOT mustResetPassword
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
        "UPDATE epoch SET number = $1, version = 0, isBackup = FALSE")
}
