import Foundation
import GRDB
import RollcallCrypto
import GRDBStorage
import Storage

/// How our values stand in columns, and how they are read back: what cannot be read is damage.
extension UUIDv7 {
    var data: Data { Data(bytes) }
}

extension SHA256Digest {
    var data: Data { Data(bytes) }
}

extension Row {
    func id(_ column: String) throws -> UUIDv7 {
        try sound(column) { UUIDv7(bytes: [UInt8]($0)) }
    }

    func digest(_ column: String) throws -> SHA256Digest {
        try sound(column) { SHA256Digest(bytes: [UInt8]($0)) }
    }

    func bytes(_ column: String) throws -> [UInt8] {
        try sound(column) { [UInt8]($0) }
    }

    /// The same, by the column's place.
    func id(at index: Int) throws -> UUIDv7 {
        try sound(at: index) { UUIDv7(bytes: $0) }
    }

    func digest(at index: Int) throws -> SHA256Digest {
        try sound(at: index) { SHA256Digest(bytes: [UInt8]($0)) }
    }

    func bytes(at index: Int) throws -> [UInt8] {
        try sound(at: index) { [UInt8]($0) }
    }

    func isNull(_ column: String) -> Bool {
        let value: DatabaseValue? = self[column]
        return value?.isNull ?? true
    }

    func value<T>(_ column: String, _ read: (String) throws -> T?) throws -> T {
        guard let text: String = self[column], let value = try read(text) else {
            throw StorageError.corrupt("the column \(column) cannot be read")
        }
        return value
    }

    private func sound<T>(at index: Int, _ read: (Data) -> T?) throws -> T {
        guard let data: Data = self[index], let value = read(data) else {
            throw StorageError.corrupt("the column at place \(index) cannot be read")
        }
        return value
    }

    private func sound<T>(_ column: String, _ read: (Data) -> T?) throws -> T {
        guard let data: Data = self[column], let value = read(data) else {
            throw StorageError.corrupt("the column \(column) cannot be read")
        }
        return value
    }
}
