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

    func quarantinedNames(of user: UUIDv7, now: Int64) throws -> Int {
        try Int.fetchOne(
            self, sql: "SELECT count(*) FROM quarantinedName WHERE userID = ? AND untilMs > ?",
            arguments: [user.data, now]) ?? 0
    }
}
