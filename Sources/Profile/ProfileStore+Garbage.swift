import Blobs
import Foundation
import GRDB

/// Files that no profile refers to. Who removes them must keep uploads of the same bytes away.
extension ProfileStore {
    /// The next garbage in the order of its names.
    func garbage(after last: BlobID?, limit: Int) async throws -> [BlobID] {
        let last = last?.data ?? Data()
        return try await read { db in
            try Data.fetchAll(
                db, sql: "SELECT photoID FROM garbage WHERE photoID > ? ORDER BY photoID LIMIT ?",
                arguments: [last, limit]
            ).map(BlobID.init(column:))
        }
    }

    /// Those of `photos` that are garbage now.
    func garbage(among photos: [BlobID]) async throws -> [BlobID] {
        try await read { db in
            try photos.filter { photo in
                try Row.fetchOne(
                    db, sql: "SELECT 1 FROM garbage WHERE photoID = ?", arguments: [photo.data])
                    != nil
            }
        }
    }

    /// Notes that files are gone.
    func forgetGarbage(_ photos: [BlobID]) async throws {
        try await write { db in
            for photo in photos {
                try db.execute(
                    sql: "DELETE FROM garbage WHERE photoID = ?", arguments: [photo.data])
            }
        }
    }
}
