import GRDB
import RollcallCrypto
import RollcallRPC

/// What a comparison with Auth's accounts reads and mends.
extension ProfileStore {
    /// What there is of one user.
    struct Trace: Sendable, Equatable {
        enum State: Int { case held, complete, erased }

        let user: UUIDv7
        let state: State
        /// Empty for a user who was erased.
        let name: String
        let isFrozen: Bool
    }

    /// The users behind `user`, in the order of their ids.
    func traces(after user: UUIDv7?, limit: Int) async throws -> [Trace] {
        try await read { db in
            try Row.fetchAll(
                db, sql: Trace.query(where: "userID > ?1", suffix: "ORDER BY userID LIMIT ?2"),
                arguments: [user?.data ?? .init(), limit]
            ).map(Trace.init(row:))
        }
    }

    /// Those of some users of whom there is anything.
    func traces(of users: [UUIDv7]) async throws -> [Trace] {
        try await read { db in
            let statement = try db.cachedStatement(sql: Trace.query(where: "userID = ?1"))
            return try users.compactMap { user in
                try Row.fetchOne(statement, arguments: [user.data]).map(Trace.init(row:))
            }
        }
    }

    /// Has the user frozen, or not. Of somebody who has and holds no name, there is nothing to freeze.
    func setFrozen(_ user: UUIDv7, _ isFrozen: Bool, now: Int64) async throws {
        try await write { db in
            guard try db.isFrozen(user) != isFrozen else { return }
            try db.setFrozen(user, at: isFrozen ? now : nil)
        }
    }

    /// Gives the user a profile: with the name that the user holds; or else with the wanted one, if it
    /// is free; or else with one of `generated`.
    ///
    /// - Throws: `profileNotFound` for a user who was erased; what `generated` throws.
    func restore(
        _ user: UUIDv7, wanting wanted: DisplayName?, now: Int64,
        generated: @escaping @Sendable () throws -> DisplayName
    ) async throws -> (name: String, isGenerated: Bool) {
        try await write { db in
            guard try db.erasedAt(user) == nil else { throw RPCError.profileNotFound }
            try db.execute(
                sql: "DELETE FROM releasedUser WHERE userID = ?", arguments: [user.data])
            if try db.name(of: user) == nil {
                try db.giveName(to: user, wanting: wanted, now: now, generated: generated)
            }
            try db.addProfile(user, now: now)
            let row = try Row.fetchOne(
                db, sql: "SELECT name, isGenerated FROM displayName WHERE userID = ?",
                arguments: [user.data])
            guard let row else { throw RPCError.profileNotFound }
            return (row["name"], row["isGenerated"])
        }
    }
}

extension Database {
    func isFrozen(_ user: UUIDv7) throws -> Bool {
        try Bool.fetchOne(
            self, sql: "SELECT frozenAtMs IS NOT NULL FROM displayName WHERE userID = ?",
            arguments: [user.data]) ?? false
    }

    fileprivate func giveName(
        to user: UUIDv7, wanting wanted: DisplayName?, now: Int64,
        generated: () throws -> DisplayName
    ) throws {
        var (name, isGenerated) = (try wanted ?? generated(), wanted == nil)
        // A generated name is one of very many: a second one is hardly ever needed.
        while try !isFree(name, for: user, now: now) {
            (name, isGenerated) = (try generated(), true)
        }
        try endQuarantine(of: name.canonical)
        try execute(
            sql: """
                INSERT INTO displayName (userID, name, canonicalName, heldAtMs, isGenerated)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [user.data, name.text, name.canonical, now, isGenerated])
    }
}

extension ProfileStore.Trace {
    /// - Throws: `StorageError.corrupt`.
    fileprivate init(row: Row) throws {
        user = try row.userID()
        state = State(rawValue: row["state"]) ?? .erased
        name = row["name"]
        isFrozen = row["isFrozen"]
    }

    /// Both tables are in the order of their users, so that a page reads no more than it shows.
    fileprivate static func query(where condition: String, suffix: String = "") -> String {
        """
        SELECT userID, name, frozenAtMs IS NOT NULL AS isFrozen,
            EXISTS (SELECT 1 FROM profile WHERE profile.userID = displayName.userID) AS state
        FROM displayName WHERE \(condition)
        UNION ALL
        SELECT userID, '', 0, 2 FROM erasedUser WHERE \(condition)
        \(suffix)
        """
    }
}
