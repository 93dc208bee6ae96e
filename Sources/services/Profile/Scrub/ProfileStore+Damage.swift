import Blobs
import RollcallCrypto
import Storage

/// Photos whose files are damaged or missing. Their rows stay, so that their owners are known, but nobody
/// sees the photos. A photo is sound again when it is uploaded again, or its file is put back.
extension ProfileStore {
    /// What the tables say about a file that will be read.
    struct FileStanding: Sendable, Equatable {
        /// The random number of the photo's upload; nil if the file is no photo, or a damaged one.
        let upload: Int64?
        /// Whether the file is a square.
        let isSquare: Bool
        /// Whether no upload can be writing the file. In one process `PhotoClaims` says that instead.
        let isSettled: Bool
    }

    /// - Returns: nil if the file is neither a sound photo nor a square.
    func fileStanding(of file: BlobID) async throws -> FileStanding? {
        let standing = try await first(Self.fileStanding, file)
        return standing.flatMap { $0.upload != nil || $0.isSquare ? $0 : nil }
    }

    /// Records that a file is damaged or missing. A photo then has no file until it is uploaded again or its
    /// file is put back. Squares are deleted, and made again on demand. A remaining file becomes garbage.
    ///
    /// - Parameters:
    ///   - standing: read before the file was. A file uploaded since is sound.
    ///   - isThere: whether the file exists.
    /// - Returns: whether the damage was recorded.
    func noteDamage(
        of file: BlobID, _ standing: FileStanding, isThere: Bool
    ) async throws -> Bool {
        let token = Self.randomToken()
        return try await write { transaction in
            if let upload = standing.upload {
                guard try transaction.run(Self.noteDamage, file, upload) == 1 else { return false }
            } else {
                guard try !transaction.exists(Self.soundPhoto, file) else { return false }
            }
            // The settling time of a square begins with its row.
            let settledAt = try transaction.first(Self.settlingOfSquare, file) ?? 0
            try transaction.run(Self.forgetSquare, file)
            if isThere { try transaction.run(Self.addDamagedGarbage, file, token, settledAt) }
            if standing.upload != nil { try transaction.noteChange(ofUsersWith: file) }
            return true
        }
    }

    /// Records that the file of a damaged photo is back, and sound.
    ///
    /// - Parameter upload: the photo's upload, read before the file was.
    /// - Returns: whether it was recorded. It is not while the file is garbage: it is then about to be
    ///   moved aside, or written.
    func noteReturn(ofFile photo: BlobID, upload: Int64) async throws -> Bool {
        let token = Self.randomToken()
        return try await write { transaction in
            guard try transaction.run(Self.noteReturn, photo, upload, token) == 1 else {
                return false
            }
            try transaction.noteChange(ofUsersWith: photo)
            return true
        }
    }

    /// A damaged photo.
    struct DamagedPhoto: Sendable, Equatable {
        let id: BlobID
        let upload: Int64
        /// When the damage was found; milliseconds since 1970 by the database's clock.
        let foundAt: Int64
    }

    /// The damaged photos after one, ordered by id.
    func damagedPhotos(after last: BlobID?, limit: Int) async throws -> [DamagedPhoto] {
        try await all(Self.damagedPhotos, last?.bytes ?? [], limit)
    }

    /// As `damagedPhotos(after:limit:)`, with the first users of each photo, and how many users it has.
    func damagedPhotosWithUsers(
        after last: BlobID?, limit: Int, userLimit: Int
    ) async throws -> [(photo: DamagedPhoto, users: [UUIDv7], count: Int)] {
        try await read { snapshot in
            try snapshot.all(Self.damagedPhotos, last?.bytes ?? [], limit).map { photo in
                (
                    photo, try snapshot.all(Self.usersOfDamaged, photo.id, userLimit),
                    try snapshot.first(Self.countOfUsers, photo.id) ?? 0
                )
            }
        }
    }

    func damagedPhotoCount() async throws -> Int {
        try await first(Self.damagedPhotoCount) ?? 0
    }
}

extension ProfileStore {
    static let fileStanding = Query<FileStanding, BlobID>(
        """
        SELECT (SELECT upload FROM photo WHERE id = $1 AND damagedAtMs IS NULL),
            EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1),
            coalesce((SELECT settledAtMs FROM photo WHERE id = $1), 0) <= nowMs
        FROM databaseClock
        """
    ) { try FileStanding(upload: $0.next(), isSquare: $0.next(), isSettled: $0.next()) }

    private static let noteDamage = Command<BlobID, Int64>(
        """
        UPDATE photo SET damagedAtMs = (SELECT nowMs FROM databaseClock)
        WHERE id = $1 AND upload = $2 AND damagedAtMs IS NULL
            AND settledAtMs <= (SELECT nowMs FROM databaseClock)
        """)

    private static let soundPhoto = Query<BlobID, BlobID>(
        "SELECT id FROM photo WHERE id = $1 AND damagedAtMs IS NULL")

    private static let settlingOfSquare = Query<Int64, BlobID>(
        "SELECT coalesce(max(settledAtMs), 0) FROM photoSquare WHERE fileID = $1")

    private static let forgetSquare = Command<BlobID>("DELETE FROM photoSquare WHERE fileID = $1")

    private static let addDamagedGarbage = Command<BlobID, Int64, Int64>(
        """
        INSERT INTO garbage (photoID, token, notBeforeMs) VALUES ($1, $2, $3)
        ON CONFLICT (photoID) DO NOTHING
        """)

    private static let noteReturn = Command<BlobID, Int64, Int64>(
        """
        UPDATE photo SET damagedAtMs = NULL, upload = $3, squareFailures = 0
        WHERE id = $1 AND upload = $2 AND damagedAtMs IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM garbage WHERE photoID = $1)
        """)

    static let damagedPhotos = Query<DamagedPhoto, [UInt8], Int>(
        """
        SELECT id, upload, damagedAtMs FROM photo WHERE id > $1 AND damagedAtMs IS NOT NULL
        ORDER BY id LIMIT $2
        """
    ) { try DamagedPhoto(id: $0.next(), upload: $0.next(), foundAt: $0.next()) }

    static let usersOfDamaged = Query<UUIDv7, BlobID, Int>(
        "SELECT userID FROM profile WHERE photoID = $1 ORDER BY userID LIMIT $2")

    private static let countOfUsers = Query<Int, BlobID>(
        "SELECT count(*) FROM profile WHERE photoID = $1")

    private static let damagedPhotoCount = Query<Int>(
        "SELECT count(*) FROM photo WHERE damagedAtMs IS NOT NULL")
}
