import Blobs
import RollcallCrypto
import Storage

/// What a check of the photos' files reads and mends.
extension ProfileStore {
    /// The files whose names begin with a byte: those that are photos or squares, and those that
    /// are only garbage.
    func files(inShard byte: UInt8) async throws -> (kept: Set<BlobID>, garbage: Set<BlobID>) {
        func id(_ rest: UInt8) -> [UInt8] { [byte] + Array(repeating: rest, count: 31) }
        let files = try await all(Self.filesInRange, id(0), id(255))
        let kept = Set(files.lazy.filter(\.isKept).map(\.id))
        return (kept, Set(files.lazy.map(\.id)).subtracting(kept))
    }

    /// What the tables say of a file.
    struct FileRow: Sendable, Equatable {
        /// The random number of the photo's upload; nil if the file is no photo.
        let upload: Int64?
        /// Whether no upload can be writing the photo. In one process `PhotoClaims` says that
        /// instead.
        let isSettled: Bool
        let isSquare: Bool
        /// Whether the file is about to be written or removed.
        let isGarbage: Bool
    }

    func fileRow(of file: BlobID) async throws -> FileRow {
        try await first(Self.fileRow, file)
            ?? FileRow(upload: nil, isSettled: true, isSquare: false, isGarbage: false)
    }

    /// The first users who have a photo, and how many have it. None for a photo that only a report
    /// keeps.
    func users(with photo: BlobID, limit: Int) async throws -> (first: [UUIDv7], count: Int) {
        // Not as a short read: very many may have one photo.
        try await read { snapshot in
            (
                try snapshot.all(Self.usersWithPhoto, photo, [], limit),
                try snapshot.first(Self.countOfUsers, photo) ?? 0
            )
        }
    }

    /// Takes a photo away from all profiles and reports that refer to it.
    ///
    /// - Parameter upload: as it was before the file was looked for. What was uploaded since stays.
    /// - Returns: whether the photo is gone.
    func forget(_ photo: BlobID, upload: Int64, now: Int64) async throws -> Bool {
        while true {
            let isGone: Bool? = try await write { transaction in
                guard try transaction.first(Self.uploadOfPhoto, photo) == upload else {
                    return false
                }
                let users = try transaction.all(Self.usersWithPhoto, photo, [], Self.usersAtOnce)
                for user in users {
                    try transaction.run(Self.forgetReference, now, user)
                    try transaction.noteChange(of: user)
                }
                guard users.count < Self.usersAtOnce else { return nil }
                try transaction.run(Self.dropKeptPhoto, photo)
                try transaction.discardIfUnused(photo)
                return true
            }
            if let isGone { return isGone }
        }
    }

    /// Forgets the squares of all photos that have this file among them. They are made again on
    /// demand.
    func forgetSquares(withFile file: BlobID) async throws {
        try await write { transaction in
            for photo in try transaction.all(Self.photosOfSquare, file) {
                try transaction.removeSquares(of: photo)
            }
        }
    }
}

extension ProfileStore {
    static let filesInRange = Query<(id: BlobID, isKept: Bool), [UInt8], [UInt8]>(
        """
        SELECT id, TRUE FROM photo WHERE id BETWEEN $1 AND $2
        UNION ALL
        SELECT fileID, TRUE FROM photoSquare WHERE fileID BETWEEN $1 AND $2
        UNION ALL
        SELECT photoID, FALSE FROM garbage WHERE photoID BETWEEN $1 AND $2
        """
    ) { try ($0.next(), $0.next()) }

    static let fileRow = Query<FileRow, BlobID>(
        """
        SELECT (SELECT upload FROM photo WHERE id = $1),
            coalesce((SELECT settledAtMs FROM photo WHERE id = $1), 0) <= nowMs,
            EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1),
            EXISTS (SELECT 1 FROM garbage WHERE photoID = $1)
        FROM databaseClock
        """
    ) {
        try FileRow(
            upload: $0.next(), isSettled: $0.next(), isSquare: $0.next(), isGarbage: $0.next())
    }

    private static let uploadOfPhoto = Query<Int64, BlobID>(
        "SELECT upload FROM photo WHERE id = $1")

    private static let countOfUsers = Query<Int, BlobID>(
        "SELECT count(*) FROM profile WHERE photoID = $1")

    private static let forgetReference = Command<Int64, UUIDv7>(
        "UPDATE profile SET photoID = NULL, \(photoUpdatedNow) WHERE userID = $2")

    static let photosOfSquare = Query<BlobID, BlobID>(
        "SELECT DISTINCT photoID FROM photoSquare WHERE fileID = $1")
}
