import RollcallCrypto
import RollcallRPC
import Storage

/// Names that their owners have given up. For 30 days nobody else gets one, so that nobody passes for the
/// former owner.
extension ProfileStore {
    /// 30 days.
    static let quarantineMs: Int64 = 30 * 24 * 60 * 60 * 1000

    /// How many names of one user may be in quarantine, so that one user cannot block all names.
    static let quarantineLimit = 8

    /// Forgets names whose quarantine is over, releases that no late hold can follow any more, and reports
    /// that were decided long ago.
    ///
    /// - Parameter limit: of each kind.
    /// - Returns: whether there may be more.
    func forgetExpired(limit: Int, now: Int64) async throws -> Bool {
        try await write { transaction in
            let names = try transaction.run(Self.endExpiredQuarantines, now, limit)
            let users = try transaction.run(Self.forgetReleases, now - Self.lateHoldMs, limit)
            let reports = try transaction.run(
                Self.forgetOldReports, now - Self.reportKeepMs, limit)
            return max(names, users, reports) == limit
        }
    }
}

extension ProfileTransaction {
    /// Keeps a name of the user's for a while.
    ///
    /// - Throws: `renamedTooOften`.
    func giveUp(_ canonicalName: String, of user: UUIDv7, now: Int64) throws {
        guard try !quarantine(canonicalName, of: user, now: now) else { return }
        let until = try first(
            ProfileStore.quarantineEnd, user, now, ProfileStore.quarantineLimit - 1)
        throw RPCError.renamedTooOften(.milliseconds((until ?? now) - now))
    }

    /// - Parameter user: who may take it back; `nil` for nobody.
    /// - Returns: whether it is in quarantine now: it is not if the user has as many names there as are
    ///   allowed.
    @discardableResult
    func quarantine(_ canonicalName: String, of user: UUIDv7?, now: Int64) throws -> Bool {
        try run(
            ProfileStore.quarantineName, canonicalName, user, now + ProfileStore.quarantineMs, now,
            ProfileStore.quarantineLimit) == 1
    }

    /// Notes that somebody has the name again.
    func endQuarantine(of canonicalName: String) throws {
        try run(ProfileStore.endQuarantine, canonicalName)
    }
}

extension ProfileStore {
    /// The name, its user, the end, now, and how many names of the user may be there.
    fileprivate static let quarantineName = Command<String, UUIDv7?, Int64, Int64, Int>(
        """
        INSERT INTO quarantinedName (canonicalName, userID, untilMs)
        SELECT $1, $2, $3
        WHERE (SELECT count(*) FROM quarantinedName WHERE userID = $2 AND untilMs > $4) < $5
        ON CONFLICT (canonicalName) DO UPDATE SET userID = excluded.userID, untilMs = excluded.untilMs
        """)

    fileprivate static let endQuarantine = Command<String>(
        "DELETE FROM quarantinedName WHERE canonicalName = $1")

    /// Now, and how many at most.
    fileprivate static let endExpiredQuarantines = Command<Int64, Int>(
        """
        DELETE FROM quarantinedName WHERE canonicalName IN (
            SELECT canonicalName FROM quarantinedName WHERE untilMs <= $1 ORDER BY untilMs LIMIT $2)
        """)

    /// The time before which they were released, and how many at most.
    fileprivate static let forgetReleases = Command<Int64, Int>(
        """
        DELETE FROM releasedUser WHERE userID IN (
            SELECT userID FROM releasedUser WHERE releasedAtMs < $1 ORDER BY releasedAtMs LIMIT $2)
        """)

    /// When one name less than now is in quarantine, for a user who has one more there than the third
    /// parameter says.
    fileprivate static let quarantineEnd = Query<Int64, UUIDv7, Int64, Int>(
        """
        SELECT untilMs FROM quarantinedName WHERE userID = $1 AND untilMs > $2
        ORDER BY untilMs DESC LIMIT 1 OFFSET $3
        """)
}
