import Blobs
import Foundation
import GRDB
import RollcallCrypto

/// What a comparison with the files reads and mends.
extension ProfileStore {
    /// Whose profiles refer to a photo.
    struct PhotoUsers: Sendable, Equatable {
        /// One of them.
        let first: UUIDv7?
        let count: Int

        static let none = PhotoUsers(first: nil, count: 0)
    }

    /// The photos of a range that profiles refer to; and those that are garbage.
    ///
    /// - Parameters: 64 hexadecimal digits each.
    func photos(
        from first: String, through last: String
    ) async throws -> (rows: Set<BlobID>, garbage: Set<BlobID>) {
        try await read { db in
            func ids(_ column: String, of table: String) throws -> Set<BlobID> {
                try Set(
                    Data.fetchAll(
                        db, sql: "SELECT \(column) FROM \(table) WHERE \(column) BETWEEN ? AND ?",
                        arguments: [Data(Hex.decode(first) ?? []), Data(Hex.decode(last) ?? [])]
                    ).map(BlobID.init(column:)))
            }
            return (try ids("id", of: "photo"), try ids("photoID", of: "garbage"))
        }
    }

    /// What the tables say of a photo.
    ///
    /// - Returns: no users for one of which there is no row.
    func standing(of photo: BlobID) async throws -> (users: PhotoUsers?, isGarbage: Bool) {
        try await read { db in
            let hasRow = try Row.fetchOne(
                db, sql: "SELECT 1 FROM photo WHERE id = ?", arguments: [photo.data])
            let isGarbage = try Row.fetchOne(
                db, sql: "SELECT 1 FROM garbage WHERE photoID = ?", arguments: [photo.data])
            guard hasRow != nil else { return (nil, isGarbage != nil) }
            let users = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS count, min(userID) AS userID FROM profile WHERE photoID = ?
                    """,
                arguments: [photo.data])
            let first: Data? = users?["userID"]
            return (
                PhotoUsers(first: first.flatMap { UUIDv7(bytes: $0) }, count: users?["count"] ?? 0),
                isGarbage != nil
            )
        }
    }

    /// Takes a photo away from all profiles that refer to it.
    func forget(_ photo: BlobID, now: Int64) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE profile SET photoID = NULL, updatedAtMs = max(updatedAtMs, ?)
                    WHERE photoID = ?
                    """,
                arguments: [now, photo.data])
            try db.execute(sql: "DELETE FROM photo WHERE id = ?", arguments: [photo.data])
        }
    }
}
