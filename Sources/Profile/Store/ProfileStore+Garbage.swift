import Blobs
import RollcallRPC
import Storage

/// The order in which rows and files of photos change, so that no photo is lost that was acknowledged.
///
/// In one process `PhotoClaims` keeps uploads and removals of one file apart. Several instances with one
/// object store have the rows alone, whose transactions are serializable:
///
/// 1. An upload announces the file: a row of `garbage`, with a token. Then it writes the file. Then one
///    transaction makes it a photo, which removes the row. That needs the row with the token it was
///    announced with, or with the token that says that the file is there, and no removal begun. A sound photo
///    or a square of the same file, made by another upload, will do as well. Otherwise a removal may have
///    taken the file since, and the upload fails.
/// 2. A removal begins in a transaction, which gives the row a token of its own: uploads that were announced
///    before can no longer succeed. Then the file is removed. Then the row, if it still has the token.
/// 3. An upload that would announce the file meanwhile waits for the removal to end. If the instance that
///    removes has died, all its requests have ended at `removalUntilMs`, which is `BlobStore.settlingTime`
///    after the beginning of the removal. Then the upload takes the row over.
///
/// So between an announcement and its photo no removal is under way: a request to remove is sent between the
/// beginning and the end of a removal, in the first half of its time. What is not excluded is a process that
/// is stopped for minutes between its look at the clock and its request.
///
/// Nobody removes a file before `notBeforeMs`, the settling time after its last announcement or reference. A
/// request to write that was given up, and arrives late, thereby finds the row still there, and the file is
/// removed after it.
///
/// The file of a damaged photo is garbage, too, which is moved aside instead of removed. A file that an upload
/// has just written must not be moved aside. So an announcement of a photo that exists renews the row's `upload`
/// and `settledAtMs`. A photo is marked as damaged only once it has settled, and only if its `upload` is still
/// the one from before the file was read.
extension ProfileStore {
    /// A file that is about to be written.
    struct Announcement: Sendable, Equatable {
        let token: Int64
        /// Milliseconds, as `BlobStore.settlingTime`.
        let settling: Int64
    }

    /// Notes that a file is about to be written, so that it is removed if nobody comes to refer to it.
    ///
    /// - Parameter settling: milliseconds.
    /// - Returns: nil while the file is being removed.
    @discardableResult
    func announce(_ photo: BlobID, settling: Int64 = 0) async throws -> Announcement? {
        let token = Self.randomToken()
        return try await write { transaction in
            if try transaction.exists(Self.referredFile, photo) {
                // In one process the claims say so.
                if settling > 0 { try transaction.run(Self.renewPhoto, photo, token, settling) }
                return Announcement(token: token, settling: settling)
            }
            guard let row = try transaction.first(Self.garbageRow, photo) else {
                try transaction.run(Self.addGarbage, photo, token, settling)
                return Announcement(token: token, settling: settling)
            }
            guard !row.isBeingRemoved else { return nil }
            // After a removal that has not ended no upload knows of the file.
            let kept = row.hasRemoval ? token : row.token
            try transaction.run(Self.keepGarbage, photo, kept, settling)
            return Announcement(token: kept, settling: settling)
        }
    }

    /// The next garbage that may be removed, in the order of its names.
    func garbage(after last: BlobID?, limit: Int) async throws -> [BlobID] {
        try await all(Self.garbagePage, last?.bytes ?? [], limit)
    }

    /// Begins to remove those of `photos` that are garbage now.
    ///
    /// It is a write, so that it waits for one that was begun before: nobody may know yet what comes
    /// of that one (`StorageError.unknownOutcome`), and it may refer to a photo again.
    ///
    /// - Parameters:
    ///   - token: chosen by chance for this removal.
    ///   - lease: milliseconds after which the removal has ended with certainty.
    /// - Returns: what is to be removed or moved aside, in no order.
    func beginRemoval(
        of photos: [BlobID], token: Int64, lease: Int64
    ) async throws -> [Removal] {
        guard !photos.isEmpty else { return [] }
        return try await write { transaction in
            try transaction.run(Self.beginRemoval, SQLList(photos), token, lease)
            return try transaction.all(Self.garbageOfRemoval, SQLList(photos), token)
        }
    }

    /// Notes that the files of a removal are gone, or moved aside. What was moved aside of a photo that nobody
    /// has any more stays garbage: it is still to be removed.
    func endRemoval(of removals: [Removal], token: Int64) async throws {
        let removed = SQLList(removals.filter { !$0.isDamaged }.map(\.file))
        let movedAside = SQLList(removals.filter(\.isDamaged).map(\.file))
        try await write { transaction in
            try transaction.run(Self.endRemoval, removed, token)
            try transaction.run(Self.endQuarantine, movedAside, token)
        }
    }

    /// A file that is being removed.
    struct Removal: Sendable, Equatable {
        let file: BlobID
        /// Whether it is a photo's, which is damaged: then it is moved aside.
        let isDamaged: Bool
    }
}

extension ProfileStore {
    /// Of a row whose file is there for certain, as it was a photo's.
    static let tokenOfWritten: Int64 = 0

    /// Nobody else has it.
    static func randomToken() -> Int64 { .random(in: 1 ... .max) }
}

extension ProfileTransaction {
    /// Makes an announced file a photo that rows may refer to.
    ///
    /// - Returns: whether it was one that is damaged, and is sound again.
    /// - Throws: `photoOvertaken` if it may have been removed since.
    func addPhoto(_ photo: StoredPhoto, announced: ProfileStore.Announcement) throws -> Bool {
        let isSound = try run(
            ProfileStore.renewPhoto, photo.id, announced.token, announced.settling)
        guard isSound == 0 else { return false }
        try claim(photo.id, announced: announced)
        let wasDamaged = try exists(ProfileStore.damagedPhoto, photo.id)
        try run(
            ProfileStore.addPhoto, photo.id, photo.size, photo.width, photo.height, announced.token,
            announced.settling)
        return wasDamaged
    }

    /// Makes sure that an announced file is there, and that nobody removes it.
    ///
    /// - Throws: `photoOvertaken` if it may have been removed since.
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

    static let garbageOfRemoval = Query<Removal, SQLList<BlobID>, Int64>(
        """
        SELECT photoID, EXISTS (SELECT 1 FROM photo WHERE id = photoID) FROM garbage
        WHERE photoID = ANY($1) AND token = $2
        """
    ) { try Removal(file: $0.next(), isDamaged: $0.next()) }

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

    /// A file that is there, as a photo or a square.
    fileprivate static let referredFile = Query<BlobID, BlobID>(
        """
        SELECT id FROM photo WHERE id = $1 AND damagedAtMs IS NULL
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

    private static let endQuarantine = Command<SQLList<BlobID>, Int64>(
        """
        DELETE FROM garbage WHERE photoID = ANY($1) AND token = $2
            AND EXISTS (SELECT 1 FROM photo WHERE id = photoID)
        """)

    fileprivate static let renewPhoto = Command<BlobID, Int64, Int64>(
        """
        UPDATE photo SET upload = $2, settledAtMs = (SELECT nowMs FROM databaseClock) + $3
        WHERE id = $1 AND damagedAtMs IS NULL
        """)

    fileprivate static let damagedPhoto = Query<BlobID, BlobID>(
        "SELECT id FROM photo WHERE id = $1 AND damagedAtMs IS NOT NULL")

    /// A damaged photo is sound again.
    fileprivate static let addPhoto = Command<BlobID, Int, Int, Int, Int64, Int64>(
        """
        INSERT INTO photo (id, size, width, height, upload, settledAtMs)
        SELECT $1, $2, $3, $4, $5, nowMs + $6 FROM databaseClock WHERE TRUE
        ON CONFLICT (id) DO UPDATE
        SET upload = excluded.upload, settledAtMs = excluded.settledAtMs, damagedAtMs = NULL,
            squareFailures = 0
        """)

    fileprivate static let removeGarbage = Command<BlobID>("DELETE FROM garbage WHERE photoID = $1")
}
