import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

extension AuthStore {
    /// Finds out whether the database is what it was when it was last used, begins another epoch if
    /// it is not, and starts the stream of revocations. Before anybody is served.
    ///
    /// - Returns: why another epoch has begun, and how many sessions ended by it; `nil` if none has.
    func start(now: Int64) async throws -> (reason: EpochVerdict.Reason, endedCount: Int)? {
        let content = try mark.read()
        let begun: (reason: EpochVerdict.Reason, endedCount: Int)? = try await write { db in
            let verdict = try EpochVerdict(
                of: db.revocationPosition(), hadMark: db.hasMark(), mark: content)
            guard case .isOver(let reason) = verdict else { return nil }
            return try (reason, db.beginEpoch(now: now))
        }
        let log = try await read { db in
            try RevocationLog(
                db.revocationPosition(),
                ids: db.newestRevocations(limit: RevocationLog.capacity).map(\.sessionID))
        }
        try mark.write(log.position)
        // Only now: a start that ends before it has written a first mark is not to look like one
        // that has lost it.
        try await write { try $0.execute(sql: "UPDATE epoch SET hasMark = 1 WHERE hasMark = 0") }
        feed.start(log)
        if let begun { metrics.countSessions(endedByEpoch: begun.1) }
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
        let endedCount: Int? = try await write { db in
            if let position {
                guard try position.isAhead(of: db.revocationPosition()) else { return nil }
            }
            return try db.beginEpoch(now: now)
        }
        if let endedCount {
            metrics.countSessions(endedByEpoch: endedCount)
            epochBegun.wake()
        }
        return endedCount
    }
}

extension Database {
    /// Where the stream of revocations stands. Versions are counted by SQLite (AUTOINCREMENT), and
    /// so are not used again when rows are deleted.
    func revocationPosition() throws -> RevocationPosition {
        let row = try cachedStatement(
            sql: """
                SELECT number, (SELECT seq FROM sqlite_sequence WHERE name = 'revocation')
                FROM epoch
                """)
        guard let row = try Row.fetchOne(row), let number: Data = row[0] else {
            throw StorageError.corrupt("there is no epoch")
        }
        let version: Int64 = row[1] ?? 0
        return RevocationPosition(
            epoch: UInt64(bigEndian: number), version: UInt64(clamping: version))
    }

    fileprivate func hasMark() throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT hasMark FROM epoch") ?? false
    }

    /// One row more or less decides what all verifiers do, so all of it is one transaction, however
    /// many sessions there are. They are not told one by one: tokens of another epoch are refused.
    fileprivate func beginEpoch(now: Int64) throws -> Int {
        try execute(
            sql: """
                UPDATE session SET endedAtMs = ?, endReason = ? WHERE endedAtMs IS NULL
                """,
            arguments: [now, AccountSession.EndReason.newEpoch.rawValue])
        let count = changesCount
        try execute(
            sql: """
                DELETE FROM revocation;
                DELETE FROM sqlite_sequence WHERE name = 'revocation';
                UPDATE epoch SET number = randomblob(8), isChecked = 0;
                """)
        return count
    }
}
