import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

/// How our values stand in columns, and how they are read back: what cannot be read is damage.
extension UUIDv7 {
    var data: Data { Data(bytes) }

    /// - Throws: `StorageError.corrupt`.
    init(column data: Data) throws {
        guard let id = UUIDv7(bytes: data) else {
            throw StorageError.corrupt("a user's id cannot be read")
        }
        self = id
    }
}

extension LastSeen {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        self.init(user: try UUIDv7(column: row["userID"]), at: row["atMs"])
    }
}

extension StoredLease {
    /// - Throws: `StorageError.corrupt`.
    init(row: Row) throws {
        self.init(
            id: UInt64(bitPattern: row["id"] as Int64), user: try UUIDv7(column: row["userID"]),
            device: DeviceKey(bits: UInt64(bitPattern: row["device"] as Int64)),
            duration: row["durationMs"], isAway: row["isAway"])
    }
}
