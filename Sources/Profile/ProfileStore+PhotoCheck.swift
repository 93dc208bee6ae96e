import Blobs
import RollcallCrypto
import Storage

/// What a comparison with the files reads and mends.
extension ProfileStore {
    /// Whose profiles refer to a photo.
    struct PhotoUsers: Sendable, Equatable {
        /// One of them.
        let first: UUIDv7?
        let count: Int

        static let none = PhotoUsers(first: nil, count: 0)
    }

    /// The photos of a range that profiles refer to; and the files that are squares, or garbage.
    ///
    /// - Parameters: 64 hexadecimal digits each.
    func photos(
        from first: String, through last: String
    ) async throws -> (rows: Set<BlobID>, others: Set<BlobID>) {
        let photos = try await all(
            Self.photosInRange, Hex.decode(first) ?? [], Hex.decode(last) ?? [])
        let rows = Set(photos.lazy.filter(\.isPhoto).map(\.id))
        return (rows, Set(photos.lazy.filter { !$0.isPhoto }.map(\.id)))
    }

    /// What the tables say of a photo.
    ///
    /// - Returns: no users for one of which there is no row; whether it is a square or garbage.
    func standing(of photo: BlobID) async throws -> (users: PhotoUsers?, isOther: Bool) {
        // Not as the short read that `first` is: very many may have one photo.
        try await all(Self.standingOfPhoto, photo).first ?? (nil, false)
    }

    /// Takes a photo away from all profiles and reports that refer to it.
    func forget(_ photo: BlobID, now: Int64) async throws {
        var isDone = false
        while !isDone {
            isDone = try await write { transaction in
                let users = try transaction.all(Self.usersOfPhoto, photo, Self.forgetLimit)
                for user in users {
                    try transaction.run(Self.forgetReference, now, user)
                    try transaction.noteChange(of: user)
                }
                guard users.count < Self.forgetLimit else { return false }
                try transaction.run(Self.forgetReported, photo)
                try transaction.removePhoto(photo)
                return true
            }
        }
    }
}

extension ProfileStore {
    private static let photosInRange = Query<(id: BlobID, isPhoto: Bool), [UInt8], [UInt8]>(
        """
        SELECT id, TRUE FROM photo WHERE id BETWEEN $1 AND $2
        UNION ALL
        SELECT photoID, FALSE FROM garbage WHERE photoID BETWEEN $1 AND $2
        UNION ALL
        SELECT fileID, FALSE FROM photoSquare WHERE fileID BETWEEN $1 AND $2
        """
    ) { try ($0.next(), $0.next()) }

    private static let standingOfPhoto = Query<(users: PhotoUsers?, isOther: Bool), BlobID>(
        """
        SELECT EXISTS (SELECT 1 FROM photo WHERE id = $1),
            (SELECT userID FROM profile WHERE photoID = $1 ORDER BY userID LIMIT 1),
            (SELECT count(*) FROM profile WHERE photoID = $1),
            EXISTS (SELECT 1 FROM garbage WHERE photoID = $1)
                OR EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1)
        """
    ) { columns in
        let hasRow = try columns.next(as: Bool.self)
        let users = PhotoUsers(first: try columns.next(), count: try columns.next())
        return (hasRow ? users : nil, try columns.next())
    }

    /// Users of one transaction.
    private static let forgetLimit = 500

    private static let usersOfPhoto = Query<UUIDv7, BlobID, Int>(
        "SELECT userID FROM profile WHERE photoID = $1 ORDER BY userID LIMIT $2")

    private static let forgetReference = Command<Int64, UUIDv7>(
        "UPDATE profile SET photoID = NULL, \(photoUpdatedNow) WHERE userID = $2")

    private static let forgetReported = Command<BlobID>(
        "UPDATE reportedProfile SET photoID = NULL WHERE photoID = $1")
}
