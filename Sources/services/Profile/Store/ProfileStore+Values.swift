import Blobs
import RollcallAPI
import RollcallCrypto
import Storage

/// The 32 bytes of the digest.
extension BlobID: SQLValue {
    package static var sqlType: SQLType { .bytes }

    var bytes: [UInt8] { digest.bytes }

    package func bind(to parameter: inout Parameter) { bytes.bind(to: &parameter) }

    package init(_ column: Column) throws {
        guard let digest = try SHA256Digest(bytes: Array(column.bytes())) else {
            throw column.damage
        }
        self.init(digest)
    }
}

extension StoredPhoto {
    static let columns: SQL = "photo.id, size, width, height, placeholder"

    /// - Returns: `nil` for a row without a photo.
    /// - Throws: `StorageError.corrupt`.
    init?(_ columns: inout Columns) throws {
        guard let id = try columns.next(as: BlobID?.self) else {
            columns.skip(4)
            return nil
        }
        self.init(
            id: id, size: try columns.next(), width: try columns.next(),
            height: try columns.next(), placeholder: try columns.next(as: [UInt8]?.self) ?? [])
    }
}
