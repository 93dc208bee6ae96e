import Blobs
import RollcallRPC
import Storage

/// The order in which rows and files of photos change, so that no acknowledged photo is lost.
///
/// In one process `PhotoClaims` keeps uploads and removals of a file apart. Several instances with
/// one object store coordinate by rows alone, in serializable transactions:
///
/// 1. An upload announces the file by a row of `garbage` with a token, and then writes the file.
///    One transaction then makes it a photo and removes the row. The row must still have that
///    token, or the token that says that the file exists, and no removal may have begun. Instead of
///    the row, a photo or a square of the same file will do, which another upload made. Otherwise a
///    removal may have deleted the file meanwhile, and the upload fails.
/// 2. A removal begins in a transaction that gives the row a new token. Uploads announced earlier
///    can then no longer succeed. Then the removal deletes the file, and last the row, if it still
///    has that token.
/// 3. An upload that wants to announce the file meanwhile waits until the removal ends. If the
///    removing instance has died, all its requests have ended at `removalUntilMs`. That is
///    `BlobStore.settlingTime` after the removal began. Then the upload takes the row over.
///
/// So no removal is under way between an announcement and its photo: a removal sends its request
/// only in the first half of its time. One risk remains: a process that is stopped for minutes
/// between reading the clock and sending the request.
///
/// No file is removed before `notBeforeMs`, the settling time after its last announcement or
/// reference. So a late write request that was given up still finds the row, and the file is
/// removed after it.
///
/// An announcement of an existing photo renews its `upload` and `settledAtMs`. So a check
/// (`PhotoCheck`) takes a photo without a file away only after `settledAtMs`, and only if its
/// `upload` is unchanged since the file was looked for.
extension ProfileStore {
    /// A file that is about to be written.
    struct Announcement: Sendable, Equatable {
        let token: Int64
        /// In milliseconds, as `BlobStore.settlingTime`.
        let settling: Int64
    }

    /// Records that a file will be written, so that it is removed if no row refers to it later.
    ///
    /// - Parameter settling: milliseconds.
    /// - Returns: nil while the file is being removed.
    @discardableResult
    func announce(_ photo: BlobID, settling: Int64 = 0) async throws -> Announcement? {
        let token = Self.randomToken()
        return try await write { transaction in
            if try transaction.exists(Self.referredFile, photo) {
                // In one process `PhotoClaims` protects the file.
                if settling > 0 { try transaction.run(Self.renewPhoto, photo, token, settling) }
                return Announcement(token: token, settling: settling)
            }
            guard let row = try transaction.first(Self.garbageRow, photo) else {
                try transaction.run(Self.addGarbage, photo, token, settling)
                return Announcement(token: token, settling: settling)
            }
            guard !row.isBeingRemoved else { return nil }
            // After an unfinished removal, uploads announced earlier must not succeed.
            let kept = row.hasRemoval ? token : row.token
            try transaction.run(Self.keepGarbage, photo, kept, settling)
            return Announcement(token: kept, settling: settling)
        }
    }

    /// The next garbage that may be removed, ordered by name.
    func garbage(after last: BlobID?, limit: Int) async throws -> [BlobID] {
        try await all(Self.garbagePage, last?.bytes ?? [], limit)
    }

    /// Begins to remove those of `photos` that are garbage now.
    ///
    /// It is a write, so that it waits for earlier writes. Their outcome may still be unknown
    /// (`StorageError.unknownOutcome`), and they may refer to a photo again.
    ///
    /// - Parameters:
    ///   - token: a random number for this removal.
    ///   - lease: milliseconds after which the removal has certainly ended.
    /// - Returns: the files to remove, in any order.
    func beginRemoval(
        of photos: [BlobID], token: Int64, lease: Int64
    ) async throws -> [BlobID] {
        guard !photos.isEmpty else { return [] }
        return try await write { transaction in
            try transaction.run(Self.beginRemoval, SQLList(photos), token, lease)
            return try transaction.all(Self.garbageOfRemoval, SQLList(photos), token)
        }
    }

    /// Records that the files of a removal are deleted.
    func endRemoval(of files: [BlobID], token: Int64) async throws {
        _ = try await write { try $0.run(Self.endRemoval, SQLList(files), token) }
    }
}

extension ProfileStore {
    /// The token of a row whose file certainly exists, as it was a photo's.
    static let tokenOfWritten: Int64 = 0

    /// A token that no other announcement has.
    static func randomToken() -> Int64 { .random(in: 1 ... .max) }
}

extension ProfileTransaction {
    /// Makes an announced file a photo that rows may refer to.
    ///
    /// - Throws: `photoOvertaken` if the file may have been removed meanwhile.
    func addPhoto(_ photo: StoredPhoto, announced: ProfileStore.Announcement) throws {
        let isThere = try run(
            ProfileStore.renewPhoto, photo.id, announced.token, announced.settling)
        guard isThere == 0 else { return }
        try claim(photo.id, announced: announced)
        try run(
            ProfileStore.addPhoto, photo.id, photo.size, photo.width, photo.height, announced.token,
            announced.settling)
    }

    /// Makes sure that an announced file exists, and that no removal deletes it.
    ///
    /// - Throws: `photoOvertaken` if the file may have been removed meanwhile.
    func claim(_ file: BlobID, announced: ProfileStore.Announcement) throws {
        guard let row = try first(ProfileStore.garbageRow, file) else {
            guard try exists(ProfileStore.referredFile, file) else { throw RPCError.photoOvertaken }
            return
        }
        guard !row.hasRemoval,
            row.token == announced.token || row.token == ProfileStore.tokenOfWritten
        else { throw RPCError.photoOvertaken }
        try run(ProfileStore.removeGarbage, file)
    }
}

extension ProfileStore {
    static let garbagePage = Query<BlobID, [UInt8], Int>(
        """
        SELECT photoID FROM garbage WHERE photoID > $1 AND \(isDue)
        ORDER BY photoID LIMIT $2
        """)

    static let garbageOfRemoval = Query<BlobID, SQLList<BlobID>, Int64>(
        "SELECT photoID FROM garbage WHERE photoID = ANY($1) AND token = $2")

    fileprivate static let garbageRow = Query<
        (token: Int64, hasRemoval: Bool, isBeingRemoved: Bool), BlobID
    >(
        """
        SELECT token, removalUntilMs IS NOT NULL,
            coalesce(removalUntilMs > (SELECT nowMs FROM databaseClock), FALSE)
        FROM garbage WHERE photoID = $1
        """
    ) { try ($0.next(), $0.next(), $0.next()) }

    private static let isDue: SQL = """
        notBeforeMs <= (SELECT nowMs FROM databaseClock)
            AND (removalUntilMs IS NULL OR removalUntilMs <= (SELECT nowMs FROM databaseClock))
        """

    /// A file that exists, as a photo or a square.
    fileprivate static let referredFile = Query<BlobID, BlobID>(
        """
        SELECT id FROM photo WHERE id = $1
        UNION ALL SELECT fileID FROM photoSquare WHERE fileID = $1 LIMIT 1
        """)

    private static let addGarbage = Command<BlobID, Int64, Int64>(
        """
        INSERT INTO garbage (photoID, token, notBeforeMs)
        SELECT $1, $2, nowMs + $3 FROM databaseClock
        """)

    private static let keepGarbage = Command<BlobID, Int64, Int64>(
        """
        UPDATE garbage
        SET token = $2, notBeforeMs = (SELECT nowMs FROM databaseClock) + $3, removalUntilMs = NULL
        WHERE photoID = $1
        """)

    private static let beginRemoval = Command<SQLList<BlobID>, Int64, Int64>(
        """
        UPDATE garbage SET token = $2, removalUntilMs = (SELECT nowMs FROM databaseClock) + $3
        WHERE photoID = ANY($1) AND \(isDue)
        """)

    private static let endRemoval = Command<SQLList<BlobID>, Int64>(
        "DELETE FROM garbage WHERE photoID = ANY($1) AND token = $2")

    fileprivate static let renewPhoto = Command<BlobID, Int64, Int64>(
        """
        UPDATE photo SET upload = $2, settledAtMs = (SELECT nowMs FROM databaseClock) + $3,
            attempts = 0
        WHERE id = $1
        """)

    fileprivate static let addPhoto = Command<BlobID, Int, Int, Int, Int64, Int64>(
        """
        INSERT INTO photo (id, size, width, height, upload, settledAtMs)
        SELECT $1, $2, $3, $4, $5, nowMs + $6 FROM databaseClock
        """)

    fileprivate static let removeGarbage = Command<BlobID>("DELETE FROM garbage WHERE photoID = $1")
}
