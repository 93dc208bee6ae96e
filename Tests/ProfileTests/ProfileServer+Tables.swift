import Foundation
import GRDB
import RollcallCrypto
import Testing

@testable import Profile

extension ProfileServer {
    func count(_ table: String) async throws -> Int {
        try await store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
    }

    /// The names that users have or hold, by user.
    func names() async throws -> [String: (name: String, isConfirmed: Bool)] {
        try await store.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT *, userID IN (SELECT userID FROM profile) AS own FROM displayName")
            return try Dictionary(
                uniqueKeysWithValues: rows.map { row in
                    let id = try #require(UUIDv7(bytes: row["userID"] as Data))
                    return (id.description, (row["name"], row["own"]))
                })
        }
    }

    /// The tables that have a row of a user.
    func mentions(of user: UUIDv7) async throws -> [String] {
        try await store.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS info
                    WHERE m.type = 'table' AND info.name = 'userID' ORDER BY m.name
                    """)
            return try tables.filter { table in
                try Row.fetchOne(
                    db, sql: "SELECT 1 FROM \(table) WHERE userID = ?", arguments: [user.data])
                    != nil
            }
        }
    }

    /// The photos that rows refer to.
    func photos() async throws -> Set<String> {
        try await store.read { db in
            try Set(String.fetchAll(db, sql: "SELECT lower(hex(id)) FROM photo"))
        }
    }

    /// The photos that profiles refer to.
    func photosOfProfiles() async throws -> Set<String> {
        try await store.read { db in
            try Set(
                String.fetchAll(
                    db,
                    sql: "SELECT lower(hex(photoID)) FROM profile WHERE photoID IS NOT NULL"))
        }
    }
}
