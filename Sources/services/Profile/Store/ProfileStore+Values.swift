import Blobs
import RollcallAPI
import RollcallCrypto
import Storage

/// The 32 bytes of the digest.
extension BlobID: SQLValue {
    package static var sqlType: SQLType { SHA256Digest.sqlType }

    var bytes: [UInt8] { digest.bytes }

    package func bind(to parameter: inout Parameter) { digest.bind(to: &parameter) }

    package init(_ column: Column) throws { self.init(try SHA256Digest(column)) }
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

extension StoredProfile: RowValue {
    static let columns: SQL = """
        userID, \(ProfileStore.toldName), \(StoredPhoto.columns), createdAtMs, updatedAtMs,
        \(ownColumns)
        """

    /// Without the texts.
    static let briefColumns: SQL = """
        userID, \(ProfileStore.toldName), \(StoredPhoto.columns), createdAtMs, updatedAtMs,
        revision, NULL, NULL, NULL, NULL, visibilities, isFindable
        """

    /// Those behind the times.
    static let ownColumns: SQL =
        "revision, bio, pronouns, location, links, visibilities, isFindable"

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        user = try columns.next()
        name = try columns.next()
        photo = try StoredPhoto(&columns)
        createdAt = try columns.next()
        updatedAt = try columns.next()
        revision = try columns.next()
        details = try ProfileDetails(&columns)
        visibilities = Visibilities(bits: try columns.next())
        isFindable = try columns.next()
    }
}

extension ProfileDetails {
    /// - Throws: `StorageError.corrupt`.
    fileprivate init(_ columns: inout Columns) throws {
        bio = try columns.next(as: String?.self) ?? ""
        pronouns = try columns.next(as: String?.self) ?? ""
        location = try columns.next(as: String?.self) ?? ""
        if let links = try columns.next(as: String?.self) {
            self.links = links.split(separator: "\n").map(String.init)
        }
    }
}

extension ChangeKind: SQLValue {}
extension ReportReason: SQLValue {}
