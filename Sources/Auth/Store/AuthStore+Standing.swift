import Foundation
import GRDB
import RollcallCrypto

/// What a check of the services reads.
extension AuthStore {
    /// The accounts behind `id`, in the order of their ids.
    func accountIDs(after id: UUIDv7?, limit: Int) async throws -> [UUIDv7] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id FROM account WHERE id > ? ORDER BY id LIMIT ?")
            return try Row.fetchAll(statement, arguments: [id?.data ?? Data(), limit])
                .map { try $0.id(at: 0) }
        }
    }

    /// What is known of users, each of whom may have an account or not.
    func standings(of users: [UUIDv7]) async throws -> [UUIDv7: Standing] {
        try await read { db in
            var standings: [UUIDv7: Standing] = [:]
            for user in users { standings[user] = try db.standing(of: user) }
            return standings
        }
    }

    /// The epoch that has begun, if the accounts were not compared with the profiles in it.
    func uncheckedEpoch() async throws -> Data? {
        try await read {
            try Data.fetchOne($0, sql: "SELECT number FROM epoch WHERE isChecked = 0")
        }
    }

    func noteChecked(_ epoch: Data) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE epoch SET isChecked = 1 WHERE number = ?", arguments: [epoch])
        }
    }
}

extension Database {
    fileprivate func standing(of user: UUIDv7) throws -> Standing {
        let statement = try cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM account WHERE id = :user) AS hasAccount,
                    EXISTS (SELECT 1 FROM deletion WHERE accountID = :user) AS wasDeleted,
                    state, displayName
                FROM (SELECT 1) LEFT JOIN signUp ON accountID = :user
                """)
        var standing = Standing()
        if let row = try Row.fetchOne(statement, arguments: ["user": user.data]) {
            standing.hasAccount = row["hasAccount"]
            standing.wasDeleted = row["wasDeleted"]
            standing.signUpName = row["displayName"] as String? ?? ""
            let state: String? = row["state"]
            standing.isSigningUp = state != nil && state != SignUpRecord.State.committed.rawValue
        }
        let outbox = try cachedStatement(sql: "SELECT kind FROM outbox WHERE accountID = ?")
        standing.pending = try Set(
            String.fetchAll(outbox, arguments: [user.data]).compactMap(
                OutboxItem.Kind.init(rawValue:)))
        return standing
    }
}
