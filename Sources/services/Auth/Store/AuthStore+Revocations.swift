import RollcallCrypto
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
        try await read { snapshot in
            var stored = StoredRevocations(epoch: try snapshot.revocationPosition().epoch)
            guard stored.epoch == end.epoch else { return stored }
            let rows = try snapshot.all(
                Statements.revocations, Int64(clamping: start.version),
                Int64(clamping: end.version), limit)
            stored.ids = rows.map(\.sessionID)
            stored.lastVersion = rows.last?.version
            return stored
        }
    }

    /// Deletes the oldest revocations, up to a position of the epoch that it still is.
    ///
    /// - Returns: whether there may be more.
    func deleteRevocations(upTo end: RevocationPosition, limit: Int) async throws -> Bool {
        try await write { tx in
            guard try tx.revocationPosition().epoch == end.epoch else { return false }
            return try tx.run(
                Statements.deleteRevocations, Int64(clamping: end.version), limit) == limit
        }
    }
}

extension Snapshot {
    /// The sessions of the last revocations, oldest first.
    func newestRevocations(limit: Int) throws -> [UUIDv7] {
        try all(Statements.newest, limit).reversed()
    }
}

extension AuthTransaction {
    /// Notes that a session has ended, for those who have yet to be told.
    func revoke(_ id: UUIDv7, reason: AccountSession.EndReason, now: Int64) throws {
        // The row of the epoch is the writer's until the commit: no version comes before a smaller
        // one.
        guard let position = try first(Statements.count) else {
            throw StorageError.corrupt("there is no epoch")
        }
        try run(Statements.insert, position.version, id, reason, now)
        tell(.sessionEnded(id, reason, position))
    }
}

private enum Statements {
    static let revocations = Query<(version: UInt64, sessionID: UUIDv7), Int64, Int64, Int>(
        """
        SELECT version, sessionID FROM revocation WHERE version > $1 AND version <= $2
        ORDER BY version LIMIT $3
        """
    ) { try ($0.next(), $0.next()) }

    static let newest = Query<UUIDv7, Int>(
        "SELECT sessionID FROM revocation ORDER BY version DESC LIMIT $1")

    static let deleteRevocations = Command<Int64, Int>(
        .sweep("revocation", by: "version", of: "version", where: "version <= $1"))

    static let count = Query<RevocationPosition>(
        "UPDATE epoch SET version = version + 1 RETURNING number, version"
    ) { try RevocationPosition(epoch: $0.next(), version: $0.next()) }

    static let insert = Command<UInt64, UUIDv7, AccountSession.EndReason, Int64>(
        "INSERT INTO revocation (version, sessionID, reason, atMs) VALUES ($1, $2, $3, $4)")
}
