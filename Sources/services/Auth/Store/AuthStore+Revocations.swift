import RollcallCrypto
import Storage

/// Revocations after a position, oldest first.
struct RevocationPage: Sendable {
    /// The most of them.
    static let limit = 1000

    var ids: [UUIDv7]
    /// The position after them.
    var end: RevocationPosition
    /// Whether these are all.
    var isCurrent: Bool
}

extension AuthStore {
    /// Revocations that are still kept.
    ///
    /// - Parameter position: they begin anew if it is `nil` or of another epoch.
    func revocations(after position: RevocationPosition?) async throws -> RevocationPage {
        try await read { snapshot in
            var end = try snapshot.revocationPosition()
            let start = position?.epoch == end.epoch ? position?.version ?? 0 : 0
            let rows = try snapshot.all(
                Statements.revocations, Int64(clamping: start), RevocationPage.limit)
            let isCurrent = rows.count < RevocationPage.limit
            if !isCurrent { end.version = rows.last?.version ?? end.version }
            return RevocationPage(ids: rows.map(\.sessionID), end: end, isCurrent: isCurrent)
        }
    }

    /// Reads which sessions have ended, also at other instances, and wakes their watches and the
    /// followers.
    ///
    /// - Parameter position: the end of the last reading.
    /// - Returns: the end of this one.
    func readRevocations(
        after position: RevocationPosition?
    ) async throws -> RevocationPosition {
        let epoch = feed.epoch
        let page = try await revocations(after: position)
        guard page.end != position else { return page.end }
        feed.advance(to: page.end, whileIn: epoch)
        if page.end.epoch == position?.epoch {
            sessionWatches.wake(page.ids)
        } else {
            sessionWatches.wakeAll()
        }
        return page.isCurrent ? page.end : try await readRevocations(after: page.end)
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
    static let revocations = Query<(version: UInt64, sessionID: UUIDv7), Int64, Int>(
        "SELECT version, sessionID FROM revocation WHERE version > $1 ORDER BY version LIMIT $2"
    ) { try ($0.next(), $0.next()) }

    static let deleteRevocations = Command<Int64, Int>(
        .sweep("revocation", by: "version", of: "version", where: "version <= $1"))

    static let count = Query<RevocationPosition>(
        "UPDATE epoch SET version = version + 1 RETURNING number, version"
    ) { try RevocationPosition(epoch: $0.next(), version: $0.next()) }

    static let insert = Command<UInt64, UUIDv7, AccountSession.EndReason, Int64>(
        "INSERT INTO revocation (version, sessionID, reason, atMs) VALUES ($1, $2, $3, $4)")
}
