import GRDB
import RollcallAPI
import RollcallCrypto
import RollcallRPC

extension ProfileStore {
    /// - Throws: `profileNotFound`.
    func profile(of user: UUIDv7) async throws -> Profile {
        try await read { try $0.profile(where: "profile.userID = ?", user.data) }
    }

    /// - Throws: `profileNotFound`, also while the name is only held.
    func profile(named name: DisplayName) async throws -> Profile {
        try await read { try $0.profile(where: "canonicalName = ?", name.canonical) }
    }

    /// Gives the user another name, and lets go of the old one at the same instant.
    ///
    /// - Throws: `profileNotFound`, `displayNameTaken`.
    func rename(_ user: UUIDv7, to name: DisplayName, now: Int64) async throws -> Profile {
        try await write { db in
            let profile = try db.profile(where: "profile.userID = ?", user.data)
            guard profile.displayName != name.text else { return profile }
            try db.takeName {
                try db.execute(
                    sql: "UPDATE displayName SET name = ?, canonicalName = ? WHERE userID = ?",
                    arguments: [name.text, name.canonical, user.data])
            }
            try db.execute(
                sql: "UPDATE profile SET updatedAtMs = max(updatedAtMs, ?) WHERE userID = ?",
                arguments: [now, user.data])
            return try db.profile(where: "profile.userID = ?", user.data)
        }
    }
}

extension Database {
    fileprivate func profile(
        where condition: String, _ argument: any DatabaseValueConvertible
    ) throws -> Profile {
        let row = try Row.fetchOne(
            self,
            sql: """
                SELECT profile.*, name, size, width, height
                FROM profile JOIN displayName USING (userID)
                LEFT JOIN photo ON photo.id = photoID
                WHERE \(condition)
                """,
            arguments: [argument])
        guard let row else { throw RPCError.profileNotFound }
        return try Profile(row: row)
    }
}
