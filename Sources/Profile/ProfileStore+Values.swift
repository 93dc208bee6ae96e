import Blobs
import Foundation
import GRDB
import RollcallAPI
import RollcallCrypto
import GRDBStorage
import Storage

/// How our values stand in columns, and how they are read back: what cannot be read is damage.
extension UUIDv7 {
    var data: Data { Data(bytes) }
}

extension Row {
    /// - Throws: `StorageError.corrupt`.
    func userID() throws -> UUIDv7 {
        guard let id = UUIDv7(bytes: self["userID"] as Data) else {
            throw StorageError.corrupt("a user's id cannot be read")
        }
        return id
    }
}

extension BlobID {
    /// The 32 bytes of the digest.
    var data: Data { Data(Hex.decode(hex) ?? []) }

    /// - Throws: `StorageError.corrupt`.
    init(column data: Data) throws {
        guard let id = BlobID(Hex.encode(data)) else {
            throw StorageError.corrupt("a photo's id cannot be read")
        }
        self = id
    }
}

extension StoredPhoto {
    /// - Returns: `nil` for a row without a photo.
    /// - Throws: `StorageError.corrupt`.
    init?(row: Row) throws {
        guard let id: Data = row["photoID"] else { return nil }
        self.init(
            id: try BlobID(column: id), size: row["size"], width: row["width"],
            height: row["height"])
    }
}

extension Profile {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        self.init(
            userID: try row.userID().description, displayName: row["name"],
            photo: try StoredPhoto(row: row)?.message, createdAtMs: row["createdAtMs"],
            updatedAtMs: row["updatedAtMs"])
    }
}
