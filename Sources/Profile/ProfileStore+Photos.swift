import Blobs
import Foundation
import GRDB
import RollcallCrypto
import RollcallRPC

extension ProfileStore {
    /// - Parameter evenIfFrozen: whether a frozen user has a photo, too.
    /// - Throws: `profileNotFound`, `photoNotFound`.
    func photo(of user: UUIDv7, evenIfFrozen: Bool = false) async throws -> StoredPhoto {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT photoID, size, width, height
                    FROM profile JOIN displayName USING (userID)
                    LEFT JOIN photo ON photo.id = photoID
                    WHERE userID = ? AND (frozenAtMs IS NULL OR ?)
                    """,
                arguments: [user.data, evenIfFrozen])
            guard let row else { throw RPCError.profileNotFound }
            guard let photo = try StoredPhoto(row: row) else { throw RPCError.photoNotFound }
            return photo
        }
    }

    /// Notes that a file is about to be written, so that it is removed if nobody comes to refer to
    /// it.
    func announce(_ photo: BlobID) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO garbage (photoID)
                    SELECT :id WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = :id)
                    ON CONFLICT (photoID) DO NOTHING
                    """,
                arguments: ["id": photo.data])
        }
    }

    /// Makes a file that is on the disk the user's photo. The one before is garbage if no other
    /// user has it.
    ///
    /// - Throws: `profileNotFound`.
    func setPhoto(_ photo: StoredPhoto, of user: UUIDv7, now: Int64) async throws {
        try await write { db in
            guard try db.hasProfile(user), try !db.isFrozen(user) else {
                throw RPCError.profileNotFound
            }
            try db.execute(
                sql: """
                    INSERT INTO photo (id, size, width, height) VALUES (?, ?, ?, ?)
                    ON CONFLICT (id) DO NOTHING
                    """,
                arguments: [photo.id.data, photo.size, photo.width, photo.height])
            try db.execute(
                sql: "DELETE FROM garbage WHERE photoID = ?", arguments: [photo.id.data])
            try db.replacePhoto(of: user, with: photo.id, now: now)
        }
    }

    /// Takes the user's photo away, if there is one.
    func deletePhoto(of user: UUIDv7, now: Int64) async throws {
        try await write { db in
            guard try !db.isFrozen(user) else { return }
            try db.replacePhoto(of: user, with: nil, now: now)
        }
    }
}

extension Database {
    /// - Parameter new: of which there is a row; nil to take the photo away.
    func replacePhoto(of user: UUIDv7, with new: BlobID?, now: Int64) throws {
        let old = try Data.fetchOne(
            self, sql: "SELECT photoID FROM profile WHERE userID = ?", arguments: [user.data])
        guard old != new?.data else { return }
        try execute(
            sql: """
                UPDATE profile SET photoID = ?, updatedAtMs = max(updatedAtMs, ?) WHERE userID = ?
                """,
            arguments: [new?.data, now, user.data])
        if let old { try discardIfUnused(old) }
    }

    /// The index on the profiles' photos counts the references, so that no count can be wrong.
    private func discardIfUnused(_ photo: Data) throws {
        try execute(
            sql: """
                DELETE FROM photo
                WHERE id = :id AND NOT EXISTS (SELECT 1 FROM profile WHERE photoID = :id)
                """,
            arguments: ["id": photo])
        guard changesCount == 1 else { return }
        try execute(sql: "INSERT INTO garbage (photoID) VALUES (?)", arguments: [photo])
    }
}
