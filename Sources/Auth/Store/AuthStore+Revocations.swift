import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

/// Revocations as the store has them.
struct StoredRevocations: Sendable {
    /// The epoch that they are of.
    var epoch: UInt64
    /// Oldest first.
    var ids: [UUIDv7] = []
    /// The last one's; `nil` when there is none.
    var lastVersion: UInt64?
}

extension AuthStore {
    /// Revocations that are still kept, behind one position and not beyond another.
    func revocations(
        after start: RevocationPosition, upTo end: RevocationPosition, limit: Int
    ) async throws -> StoredRevocations {
        try await read { db in
            var stored = StoredRevocations(epoch: try db.revocationPosition().epoch)
            guard stored.epoch == end.epoch else { return stored }
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT version, sessionID FROM revocation
                        WHERE version > ? AND version <= ? ORDER BY version LIMIT ?
                        """),
                arguments: [Int64(clamping: start.version), Int64(clamping: end.version), limit])
            while let row = try rows.next() {
                let version: Int64 = row[0]
                stored.lastVersion = UInt64(version)
                stored.ids.append(try row.id("sessionID"))
            }
            return stored
        }
    }

    /// Tells of what a commit has revoked: after it, and before anybody hears of it.
    static func tell(
        _ feed: RevocationFeed, _ mark: EpochMark, _ hub: SessionHub,
        _ metrics: SessionMetrics, _ db: Database
    ) throws {
        guard let told = feed.position else { return }
        let position = try db.revocationPosition()
        guard position != told else { return }
        let start = position.epoch == told.epoch ? told.version : 0
        guard position.version >= start else {
            throw StorageError.corrupt("revocations have been taken back")
        }
        let rows = try db.newestRevocations(limit: Int(position.version - start))
        let ids = rows.map(\.sessionID)
        try mark.write(position)
        metrics.countRevocations(for: rows.map(\.reason))
        feed.publish(ids, upTo: position)
        if position.epoch == told.epoch { hub.changed(ids) } else { hub.changedAll() }
    }
}

extension Database {
    /// The last revocations, oldest first.
    func newestRevocations(limit: Int) throws -> [(sessionID: UUIDv7, reason: String)] {
        try Row.fetchAll(
            cachedStatement(
                sql: "SELECT sessionID, reason FROM revocation ORDER BY version DESC LIMIT ?"),
            arguments: [limit]
        ).reversed().map { try ($0.id(at: 0), $0[1]) }
    }

    /// Deletes the oldest revocations, up to a position of the epoch that it still is.
    ///
    /// - Returns: whether there may be more.
    func deleteRevocations(upTo end: RevocationPosition, limit: Int) throws -> Bool {
        guard try revocationPosition().epoch == end.epoch else { return false }
        try execute(
            sql: """
                DELETE FROM revocation WHERE version IN (
                    SELECT version FROM revocation WHERE version <= ? ORDER BY version LIMIT ?)
                """,
            arguments: [Int64(clamping: end.version), limit])
        return changesCount == limit
    }

    /// Deletes sessions that ended before an instant.
    ///
    /// - Returns: whether there may be more.
    func deleteSessions(endedBefore end: Int64, limit: Int) throws -> Bool {
        try execute(
            sql: """
                DELETE FROM session WHERE id IN (
                    SELECT id FROM session WHERE endedAtMs < ? ORDER BY endedAtMs LIMIT ?)
                """,
            arguments: [end, limit])
        return changesCount == limit
    }
}
