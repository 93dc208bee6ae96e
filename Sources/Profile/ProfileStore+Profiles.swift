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

    /// The user's profile, also of a user who is frozen. While the name is only held, there is nothing
    /// but the name: no photo, and 0 for the times.
    ///
    /// - Throws: `profileNotFound`.
    func exportedProfile(of user: UUIDv7) async throws -> Profile {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT userID, name, photoID, size, width, height,
                        coalesce(createdAtMs, 0) AS createdAtMs,
                        coalesce(updatedAtMs, 0) AS updatedAtMs
                    FROM displayName LEFT JOIN profile USING (userID)
                    LEFT JOIN photo ON photo.id = photoID
                    WHERE userID = ?
                    """,
                arguments: [user.data])
            guard let row else { throw RPCError.profileNotFound }
            return try Profile(row: row)
        }
    }

    /// Who has or holds the name; `nil` stands for one that nobody can have, and is looked up like any
    /// other. Only the index of the names is looked at, whatever there is of the user.
    ///
    /// - Throws: `profileNotFound` if nobody has or holds it.
    func user(named name: DisplayName?) async throws -> UUIDv7 {
        try await read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT userID FROM displayName WHERE canonicalName = ?",
                arguments: [name?.canonical ?? ""])
            guard let row else { throw RPCError.profileNotFound }
            return try row.userID()
        }
    }

    /// The names of those of the users that have a profile.
    func names(of users: [UUIDv7]) async throws -> [(user: UUIDv7, name: String)] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT userID, name FROM displayName JOIN profile USING (userID)
                    WHERE userID = ?
                    """)
            return try users.compactMap { user in
                try Row.fetchOne(statement, arguments: [user.data]).map { (user, $0["name"]) }
            }
        }
    }

    /// Gives the user another name, and lets go of the old one at the same instant. A change of case
    /// alone is none.
    ///
    /// - Throws: `profileNotFound`, `displayNameTaken`, `renamedTooOften`.
    func rename(_ user: UUIDv7, to name: DisplayName, now: Int64) async throws -> Profile {
        try await write { db in
            let profile = try db.profile(where: "profile.userID = ?", user.data)
            guard profile.displayName != name.text else { return profile }
            let old = profile.displayName.lowercased()
            if old == name.canonical {
                try db.setName(name, of: user)
            } else {
                let wasGenerated = try db.hasGeneratedName(user)
                try db.takeName(name, for: user, now: now) { try db.setName(name, of: user) }
                try db.endQuarantine(of: name.canonical)
                if !wasGenerated { try db.giveUp(old, of: user, now: now) }
            }
            try db.execute(
                sql: "UPDATE profile SET updatedAtMs = max(updatedAtMs, ?) WHERE userID = ?",
                arguments: [now, user.data])
            return try db.profile(where: "profile.userID = ?", user.data)
        }
    }
}

extension Database {
    fileprivate func setName(_ name: DisplayName, of user: UUIDv7) throws {
        try execute(
            sql: """
                UPDATE displayName SET name = :name, canonicalName = :canonical,
                    isGenerated = isGenerated AND canonicalName = :canonical
                WHERE userID = :user
                """,
            arguments: ["name": name.text, "canonical": name.canonical, "user": user.data])
    }

    /// A name that the user has not chosen, and that nobody expects the user behind.
    fileprivate func hasGeneratedName(_ user: UUIDv7) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT isGenerated FROM displayName WHERE userID = ?",
            arguments: [user.data]) ?? false
    }

    /// Keeps a name of the user's for a while.
    ///
    /// - Throws: `renamedTooOften`.
    fileprivate func giveUp(_ canonicalName: String, of user: UUIDv7, now: Int64) throws {
        try quarantine(canonicalName, of: user, now: now)
        if let wait = try waitForQuarantine(of: user, now: now) {
            throw RPCError.renamedTooOften(wait)
        }
    }

    fileprivate func profile(
        where condition: String, _ argument: any DatabaseValueConvertible
    ) throws -> Profile {
        let row = try Row.fetchOne(
            self,
            sql: """
                SELECT profile.*, name, size, width, height
                FROM profile JOIN displayName USING (userID)
                LEFT JOIN photo ON photo.id = photoID
                WHERE \(condition) AND frozenAtMs IS NULL
                """,
            arguments: [argument])
        guard let row else { throw RPCError.profileNotFound }
        return try Profile(row: row)
    }
}
