import RollcallCrypto
import Storage

extension AuthStore {
    /// Finds out whether the database is what it was when it was last used, begins another epoch if
    /// it is not, and starts the stream of revocations. Before anybody is served.
    ///
    /// - Returns: why another epoch has begun, and how many sessions ended by it; `nil` if none has.
    func start(now: Int64) async throws -> (reason: EpochVerdict.Reason, endedCount: Int)? {
        let (content, next) = (try mark.read(), Self.newEpoch())
        let begun: (reason: EpochVerdict.Reason, endedCount: Int)? = try await write { tx in
            let verdict = try EpochVerdict(
                of: tx.revocationPosition(), hadMark: tx.first(Statements.hasMark) ?? false,
                mark: content)
            guard case .isOver(let reason) = verdict else { return nil }
            return try (reason, tx.beginEpoch(next, now: now))
        }
        let log = try await read { snapshot in
            try RevocationLog(
                snapshot.revocationPosition(),
                ids: snapshot.newestRevocations(limit: RevocationLog.capacity))
        }
        try mark.write(log.position)
        // Only now: a start that ends before it has written a first mark is not to look like one
        // that has lost it.
        _ = try await write { try $0.run(Statements.noteMark) }
        feed.start(log)
        return begun
    }

    /// Begins another epoch: all sessions end, and no access token of before is good any more.
    ///
    /// - Parameter position: what somebody knows of this one. Only if it is ahead of the database,
    ///   so that two who know do not begin two; `nil` begins one in any case.
    /// - Returns: how many sessions ended; `nil` if none was begun.
    @discardableResult
    func beginEpoch(
        ifBehind position: RevocationPosition? = nil, now: Int64
    ) async throws -> Int? {
        let next = Self.newEpoch()
        return try await write { tx in
            if let position {
                guard try position.isAhead(of: tx.revocationPosition()) else { return nil }
            }
            return try tx.beginEpoch(next, now: now)
        }
    }

    private static func newEpoch() -> UInt64 { .random(in: .min ... .max) }
}

extension Snapshot {
    /// Where the stream of revocations stands.
    func revocationPosition() throws -> RevocationPosition {
        guard let position = try first(Statements.position) else {
            throw StorageError.corrupt("there is no epoch")
        }
        return position
    }
}

extension AuthTransaction {
    /// One row more or less decides what all verifiers do, so all of it is one transaction, however
    /// many sessions there are. They are not told one by one: tokens of another epoch are refused.
    fileprivate func beginEpoch(_ number: UInt64, now: Int64) throws -> Int {
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

    static let hasMark = Query<Bool>("SELECT hasMark FROM epoch")
    static let noteMark = PlainCommand("UPDATE epoch SET hasMark = TRUE WHERE NOT hasMark")

    static let endSessions = Command<Int64, AccountSession.EndReason>(
        "UPDATE session SET endedAtMs = $1, endReason = $2 WHERE endedAtMs IS NULL")

    static let forgetRevocations = PlainCommand("DELETE FROM revocation")

    static let setEpoch = Command<UInt64>(
        "UPDATE epoch SET number = $1, version = 0, isChecked = FALSE")
}
