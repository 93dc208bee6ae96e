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
    struct PhotoStanding: Sendable, Equatable {
        /// Nil if there is no row.
        let users: PhotoUsers?
        /// Of the row, chosen by chance for each upload of the file.
        let upload: Int64?
        /// Whether the file is a square or garbage.
        let isOther: Bool
    }

    func standing(of photo: BlobID) async throws -> PhotoStanding {
        // Not as the short read that `first` is: very many may have one photo.
        try await all(Self.standingOfPhoto, photo).first
            ?? PhotoStanding(users: nil, upload: nil, isOther: false)
    }

    /// Takes a photo away from all profiles and reports that refer to it.
    ///
    /// - Parameter upload: as it was before the file was looked for. What was uploaded since stays.
    func forget(_ photo: BlobID, upload: Int64, now: Int64) async throws {
        var isDone = false
        while !isDone {
            isDone = try await write { transaction in
                guard try transaction.first(Self.uploadOfPhoto, photo) == upload else {
                    return true
                }
                let users = try transaction.all(Self.usersOfPhoto, photo, Self.forgetLimit)
                for user in users {
                    try transaction.run(Self.forgetReference, now, user)
                    try transaction.noteChange(of: user)
                }
                guard users.count < Self.forgetLimit else { return false }
                try transaction.run(Self.forgetReported, photo)
                // Its file may have been moved aside.
                try transaction.discardIfUnused(photo)
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

    private static let uploadOfPhoto = Query<Int64, BlobID>(
        "SELECT upload FROM photo WHERE id = $1")

    private static let standingOfPhoto = Query<PhotoStanding, BlobID>(
        """
        SELECT (SELECT upload FROM photo WHERE id = $1),
            (SELECT userID FROM profile WHERE photoID = $1 ORDER BY userID LIMIT 1),
            (SELECT count(*) FROM profile WHERE photoID = $1),
            EXISTS (SELECT 1 FROM garbage WHERE photoID = $1)
                OR EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1)
        """
    ) { columns in
        let upload = try columns.next(as: Int64?.self)
        let users = PhotoUsers(first: try columns.next(), count: try columns.next())
        return PhotoStanding(
            users: upload == nil ? nil : users, upload: upload, isOther: try columns.next())
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
