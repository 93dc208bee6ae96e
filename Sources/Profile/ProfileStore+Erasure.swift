import GRDB
import RollcallCrypto

extension ProfileStore {
    /// Forgets all that there is of a user, and remembers that the user is not to come back: a hold, a
    /// confirmation or a photo that comes late finds nobody. The user's names stay in quarantine, and
    /// nothing says any more whose they were.
    ///
    /// - Parameter isStray: whether the user was not deleted, but never had an account that is known
    ///   of: then the user may come back.
    /// - Returns: when the user was erased first, in milliseconds since 1970-01-01 UTC.
    func erase(_ user: UUIDv7, isStray: Bool = false, now: Int64) async throws -> Int64 {
        try await write { db in
            if let erasedAt = try db.erasedAt(user) { return erasedAt }
            let name = try db.name(of: user)
            try db.replacePhoto(of: user, with: nil, now: now)
            for table in ["profile", "displayName", "releasedUser"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE userID = ?", arguments: [user.data])
            }
            if let name { try db.quarantine(name.lowercased(), of: nil, now: now) }
            try db.execute(
                sql: "UPDATE quarantinedName SET userID = NULL WHERE userID = ?",
                arguments: [user.data])
            guard !isStray else { return now }
            try db.execute(
                sql: "INSERT INTO erasedUser (userID, erasedAtMs) VALUES (?, ?)",
                arguments: [user.data, now])
            return now
        }
    }
}

extension Database {
    func erasedAt(_ user: UUIDv7) throws -> Int64? {
        try Int64.fetchOne(
            self, sql: "SELECT erasedAtMs FROM erasedUser WHERE userID = ?", arguments: [user.data])
    }
}
