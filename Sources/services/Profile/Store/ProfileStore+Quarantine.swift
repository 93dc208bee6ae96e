import RollcallCrypto
import RollcallRPC
import Storage

/// Names that their owners have given up. For 30 days no other user gets such a name, so that
/// nobody can pose as the former owner.
extension ProfileStore {
    /// 30 days.
    static let quarantineMs: Int64 = 30 * 24 * 60 * 60 * 1000

    /// How many names of one user may be in quarantine, so that no user can block many names.
    static let quarantineLimit = 8

    /// Forgets expired quarantines, releases that no late hold can follow any more, reports that
    /// were decided long ago, and what open reports keep above their bound.
    ///
    /// - Parameters:
    ///   - limit: the most of each kind.
    ///   - reportBytes: the most bytes of photos that only open reports keep.
    /// - Returns: whether more may be left.
    func forgetExpired(limit: Int, reportBytes: Int64, now: Int64) async throws -> Bool {
        try await write { transaction in
            let names = try transaction.run(Self.endExpiredQuarantines, now, limit)
            let users = try transaction.run(Self.forgetReleases, now - Self.lateHoldMs, limit)
            let reports = try transaction.run(
                Self.forgetOldReports, now - Self.reportKeepMs, limit)
            let kept = try transaction.boundReports(bytes: reportBytes, limit: limit, now: now)
            return max(names, users, reports, kept) == limit
        }
    }
}

extension ProfileTransaction {
    /// Puts a name of the user's in quarantine.
    ///
    /// - Throws: `renamedTooOften`.
    func giveUp(_ canonicalName: String, of user: UUIDv7, now: Int64) throws {
        guard try !quarantine(canonicalName, of: user, now: now) else { return }
        let until = try first(
            ProfileStore.quarantineEnd, user, now, ProfileStore.quarantineLimit - 1)
        throw RPCError.renamedTooOften(.milliseconds((until ?? now) - now))
    }

    /// - Parameter user: who may take the name back; `nil` for no user.
    /// - Returns: whether the name is in quarantine now. It is not if the user already has
    ///   `quarantineLimit` names there.
    @discardableResult
    func quarantine(_ canonicalName: String, of user: UUIDv7?, now: Int64) throws -> Bool {
        try run(
            ProfileStore.quarantineName, canonicalName, user, now + ProfileStore.quarantineMs, now,
            ProfileStore.quarantineLimit) == 1
    }

    /// Ends a name's quarantine, as a user has the name again.
    func endQuarantine(of canonicalName: String) throws {
        try run(ProfileStore.endQuarantine, canonicalName)
    }
}

extension ProfileStore {
    /// Parameters: the name, its user, the end, the present time, and the most names of the user.
    fileprivate static let quarantineName = Command<String, UUIDv7?, Int64, Int64, Int>(
        """
        INSERT INTO quarantinedName (canonicalName, userID, untilMs)
        SELECT $1, $2, $3
        WHERE (SELECT count(*) FROM quarantinedName WHERE userID = $2 AND untilMs > $4) < $5
        ON CONFLICT (canonicalName) DO UPDATE SET userID = excluded.userID, untilMs = excluded.untilMs
        """)

    fileprivate static let endQuarantine = Command<String>(
        "DELETE FROM quarantinedName WHERE canonicalName = $1")

    /// Parameters: the present time, and the most to delete.
    fileprivate static let endExpiredQuarantines = Command<Int64, Int>(
        .sweep("quarantinedName", by: "canonicalName", of: "untilMs", where: "untilMs <= $1"))

    /// Parameters: the time before which users were released, and the most to delete.
    fileprivate static let forgetReleases = Command<Int64, Int>(
        .sweep("releasedUser", by: "userID", of: "releasedAtMs", where: "releasedAtMs < $1"))

    /// When the user's number of quarantined names falls below a limit. The third parameter is that
    /// limit minus one.
    fileprivate static let quarantineEnd = Query<Int64, UUIDv7, Int64, Int>(
        """
        SELECT untilMs FROM quarantinedName WHERE userID = $1 AND untilMs > $2
        ORDER BY untilMs DESC LIMIT 1 OFFSET $3
        """)
}
