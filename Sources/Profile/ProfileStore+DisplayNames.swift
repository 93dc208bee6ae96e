import GRDB
import RollcallCrypto
import RollcallRPC

extension ProfileStore {
    /// How long a request that was sent before a release may still be under way.
    static let lateHoldMs: Int64 = 24 * 60 * 60 * 1000

    /// Whether nobody has, holds or has lately had the name, or one that looks like it.
    func isFree(_ name: DisplayName, now: Int64) async throws -> Bool {
        try await read { try $0.isFree(name, for: nil, now: now) }
    }

    /// Holds a name in place of the one that the user holds, if any.
    ///
    /// - Throws: `displayNameTaken`; `holdNotFound` if the user was released or erased before;
    ///   `failedPrecondition` if the user has another name for good.
    func hold(_ name: DisplayName, for user: UUIDv7, now: Int64) async throws {
        try await write { db in
            guard try !db.wasReleased(user), try db.erasedAt(user) == nil else {
                throw RPCError.holdNotFound
            }
            guard try !db.hasProfile(user) else { return try db.requireName(name, of: user) }
            try db.takeName(name, for: user, now: now) {
                try db.execute(
                    sql: """
                        INSERT INTO displayName (userID, name, canonicalName, heldAtMs)
                        VALUES (:user, :name, :canonical, :now)
                        ON CONFLICT (userID) DO UPDATE
                        SET name = :name, canonicalName = :canonical
                        """,
                    arguments: [
                        "user": user.data, "name": name.text, "canonical": name.canonical,
                        "now": now,
                    ])
            }
        }
    }

    /// Makes the held name the user's own, with a profile. As Auth says so, the user has an account:
    /// who was frozen for want of one is so no more.
    ///
    /// - Throws: `holdNotFound`.
    func confirm(_ user: UUIDv7, now: Int64) async throws {
        try await write { db in
            guard try db.name(of: user) != nil else { throw RPCError.holdNotFound }
            try db.addProfile(user, now: now)
            try db.setFrozen(user, at: nil)
        }
    }

    /// Makes the name that the user holds the user's own, if there is one.
    ///
    /// - Returns: whether the user holds one, or held it a moment ago.
    func confirmIfHeld(_ user: UUIDv7, now: Int64) async throws -> Bool {
        // Most who ask for a profile that does not exist hold nothing: they cost no transaction that
        // writes.
        guard try await read({ try $0.holdsName(user) }) else { return false }
        return try await write { db in
            guard try db.holdsName(user) else { return try db.hasProfile(user) }
            try db.addProfile(user, now: now)
            return true
        }
    }

    /// Gives a hold up, also one that is still to come.
    func release(_ user: UUIDv7, now: Int64) async throws {
        try await write { db in
            guard try !db.hasProfile(user) else { return }
            try db.execute(
                sql: "DELETE FROM displayName WHERE userID = ?", arguments: [user.data])
            try db.execute(
                sql: "DELETE FROM releasedUser WHERE releasedAtMs < ?",
                arguments: [now - Self.lateHoldMs])
            try db.execute(
                sql: """
                    INSERT INTO releasedUser (userID, releasedAtMs) VALUES (?, ?)
                    ON CONFLICT (userID) DO NOTHING
                    """,
                arguments: [user.data, now])
        }
    }
}

extension Database {
    /// Whether no other user has, holds or has lately had the name, or one that looks like it.
    ///
    /// - Parameter user: who wants it; `nil` for whoever has had none of them.
    func isFree(_ name: DisplayName, for user: UUIDv7?, now: Int64) throws -> Bool {
        try Row.fetchOne(
            self,
            sql: """
                SELECT 1 FROM displayName
                WHERE skeleton = :skeleton AND (:user IS NULL OR userID <> :user)
                UNION ALL
                SELECT 1 FROM quarantinedName
                WHERE skeleton = :skeleton AND untilMs > :now
                    AND (:user IS NULL OR userID IS NOT :user)
                """,
            arguments: ["skeleton": name.skeleton.text, "user": user?.data, "now": now]) == nil
    }

    /// Runs a statement that gives a user a name. The unique index is the judge of whose it is; what
    /// only looks like it is judged here, which is as sure: one transaction writes at a time.
    ///
    /// - Throws: `displayNameTaken`.
    func takeName(
        _ name: DisplayName, for user: UUIDv7, now: Int64, _ statement: () throws -> Void
    ) throws {
        guard try isFree(name, for: user, now: now) else { throw RPCError.displayNameTaken }
        do {
            try statement()
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
        {
            throw RPCError.displayNameTaken
        }
    }

    /// The name that the user has or holds.
    func name(of user: UUIDv7) throws -> String? {
        try String.fetchOne(
            self, sql: "SELECT name FROM displayName WHERE userID = ?", arguments: [user.data])
    }

    func hasProfile(_ user: UUIDv7) throws -> Bool {
        try exists("SELECT 1 FROM profile WHERE userID = ?", user)
    }

    /// The user must have a name.
    func addProfile(_ user: UUIDv7, now: Int64) throws {
        try execute(
            sql: """
                INSERT INTO profile (userID, createdAtMs, updatedAtMs) VALUES (:user, :now, :now)
                ON CONFLICT (userID) DO NOTHING
                """,
            arguments: ["user": user.data, "now": now])
    }

    /// Whether a name is held for the user, who is not frozen.
    fileprivate func holdsName(_ user: UUIDv7) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM displayName WHERE userID = ? AND frozenAtMs IS NULL
                AND NOT EXISTS (SELECT 1 FROM profile WHERE userID = displayName.userID)
            """, user)
    }

    /// - Parameter instant: milliseconds since 1970-01-01 UTC; nil to freeze the user no more.
    func setFrozen(_ user: UUIDv7, at instant: Int64?) throws {
        try execute(
            sql: "UPDATE displayName SET frozenAtMs = ? WHERE userID = ?",
            arguments: [instant, user.data])
    }

    fileprivate func wasReleased(_ user: UUIDv7) throws -> Bool {
        try exists("SELECT 1 FROM releasedUser WHERE userID = ?", user)
    }

    private func exists(_ sql: String, _ user: UUIDv7) throws -> Bool {
        try Row.fetchOne(self, sql: sql, arguments: [user.data]) != nil
    }

    /// A hold that is made again after it was confirmed.
    fileprivate func requireName(_ name: DisplayName, of user: UUIDv7) throws {
        guard try self.name(of: user)?.lowercased() == name.canonical else {
            throw RPCError(.failedPrecondition, "the user has a display name already")
        }
    }
}
