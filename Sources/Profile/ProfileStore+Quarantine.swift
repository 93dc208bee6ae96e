import GRDB
import RollcallCrypto

/// Names that their last owner has given up: for a while nobody else gets one, so that nobody passes
/// for whom others still expect behind it.
extension ProfileStore {
    /// 30 days.
    static let quarantineMs: Int64 = 30 * 24 * 60 * 60 * 1000

    /// How many names of one user may be in quarantine, so that nobody uses the names up.
    static let quarantineLimit = 8
}

extension Database {
    /// - Parameter user: who may take it back; `nil` for nobody.
    func quarantine(_ canonicalName: String, of user: UUIDv7?, now: Int64) throws {
        try execute(
            sql: """
                DELETE FROM quarantinedName WHERE canonicalName IN (
                    SELECT canonicalName FROM quarantinedName WHERE untilMs <= ?
                    ORDER BY untilMs LIMIT 8)
                """,
            arguments: [now])
        try execute(
            sql: """
                INSERT INTO quarantinedName (canonicalName, userID, untilMs)
                VALUES (:name, :user, :until)
                ON CONFLICT (canonicalName) DO UPDATE SET userID = :user, untilMs = :until
                """,
            arguments: [
                "name": canonicalName, "user": user?.data,
                "until": now + ProfileStore.quarantineMs,
            ])
    }

    /// Notes that somebody has the name again.
    func endQuarantine(of canonicalName: String) throws {
        try execute(
            sql: "DELETE FROM quarantinedName WHERE canonicalName = ?", arguments: [canonicalName])
    }

    /// How long until the user has no more names in quarantine than are allowed; `nil` when that is now.
    func waitForQuarantine(of user: UUIDv7, now: Int64) throws -> Duration? {
        let until = try Int64.fetchOne(
            self,
            sql: """
                SELECT untilMs FROM quarantinedName WHERE userID = ? AND untilMs > ?
                ORDER BY untilMs DESC LIMIT 1 OFFSET ?
                """,
            arguments: [user.data, now, ProfileStore.quarantineLimit])
        return until.map { .milliseconds($0 - now) }
    }
}
