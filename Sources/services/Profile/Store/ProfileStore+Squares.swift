import Blobs
import RollcallCrypto
import RollcallRPC
import Storage

/// A photo without squares that is to have some.
struct PhotoToShrink: WorkItem {
    let id: BlobID
    let attempts: Int

    static let table = WorkTable<PhotoToShrink>(
        "photo", columns: "id, attempts", where: "placeholder IS NULL AND attempts < 2")

    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        id = try columns.next()
        attempts = try columns.next()
    }
}

extension ProfileStore {
    /// Tries at a photo that was not to be decoded. The schema has the number, too.
    private static let squareTries = 2

    func square(of photo: BlobID, nominalSide: Int) async throws -> PhotoSquare? {
        try await first(Self.squareOfPhoto, photo, nominalSide)
    }

    /// Whether it is worth a try to make squares of the photo.
    func mayHaveSquares(_ photo: BlobID) async throws -> Bool {
        let failures = try await first(Self.squareFailures, photo)
        return failures.map { $0 < Self.squareTries } ?? false
    }

    /// Notes that squares of the photo could not be made.
    func noteSquareFailure(of photo: BlobID) async throws {
        _ = try await write { try $0.run(Self.noteSquareFailure, photo) }
    }

    /// Gives a photo its placeholder and its squares, whose files are on the disk. Of a photo that
    /// is gone meanwhile the files are garbage.
    ///
    /// - Throws: `photoOvertaken` if a file may have been removed since it was announced.
    func setSquares(
        _ made: MadeSquares, announced: [BlobID: Announcement], of photo: BlobID
    ) async throws {
        var last = try await write { transaction -> UUIDv7? in
            guard try transaction.first(Self.squareFailures, photo) != nil else { return nil }
            try transaction.removeSquares(of: photo)
            for square in made.squares {
                guard let announced = announced[square.file] else { throw RPCError.photoOvertaken }
                try transaction.claim(square.file, announced: announced)
                try transaction.run(
                    Self.addSquare, photo, square.nominalSide, square.side, square.file,
                    square.size, announced.settling)
            }
            guard try transaction.run(Self.setPlaceholder, made.placeholder, photo) == 1 else {
                return nil
            }
            return try transaction.noteChange(ofUsersWith: photo, after: nil)
        }
        // After a crash, followers show the photo of the other users without its placeholder.
        while let user = last {
            last = try await write { try $0.noteChange(ofUsersWith: photo, after: user) }
        }
    }

    /// Forgets the squares of a photo, of which a file is lost.
    func forgetSquares(of photo: BlobID) async throws {
        try await write { transaction in
            try transaction.removeSquares(of: photo)
            try transaction.run(Self.forgetSquareFailures, photo)
        }
    }
}

extension ProfileTransaction {
    /// - Returns: the last user whose change was recorded; nil if no users are left.
    fileprivate func noteChange(
        ofUsersWith photo: BlobID, after last: UUIDv7?
    ) throws -> UUIDv7? {
        let limit = ProfileStore.usersAtOnce
        let users = try all(ProfileStore.usersWithPhoto, photo, last?.bytes ?? [], limit)
        for user in users { try noteChange(of: user) }
        return users.count == limit ? users.last : nil
    }

    /// Files that no other photo has are garbage then.
    func removeSquares(of photo: BlobID) throws {
        let files = try all(ProfileStore.filesOfSquares, photo)
        try run(ProfileStore.deleteSquares, photo)
        for file in files {
            try run(
                ProfileStore.markSquareGarbage, file.id, ProfileStore.tokenOfWritten, file.settledAt
            )
        }
    }
}

extension PhotoSquare: RowValue {
    /// - Throws: `StorageError.corrupt`.
    init(_ columns: inout Columns) throws {
        self.init(
            nominalSide: try columns.next(), side: try columns.next(), file: try columns.next(),
            size: try columns.next())
    }
}

extension ProfileStore {
    /// The most users of a photo whose change one transaction records.
    static let usersAtOnce = 500

    static let usersWithPhoto = Query<UUIDv7, BlobID, [UInt8], Int>(
        """
        SELECT userID FROM profile WHERE photoID = $1 AND userID > $2 ORDER BY userID LIMIT $3
        """)

    static let squareOfPhoto = Query<PhotoSquare, BlobID, Int>(
        """
        SELECT nominalSide, side, fileID, size FROM photoSquare
        WHERE photoID = $1 AND nominalSide = $2
        """)

    static let squareFailures = Query<Int, BlobID>(
        "SELECT attempts FROM photo WHERE id = $1")

    private static let noteSquareFailure = Command<BlobID>(
        """
        UPDATE photo SET attempts = attempts + 1, dueAtMs = 0, claimedBy = NULL WHERE id = $1
        """)

    private static let forgetSquareFailures = Command<BlobID>(
        "UPDATE photo SET attempts = 0 WHERE id = $1")

    private static let setPlaceholder = Command<[UInt8], BlobID>(
        """
        UPDATE photo SET placeholder = $1, attempts = 0, claimedBy = NULL
        WHERE id = $2 AND (placeholder IS NULL OR placeholder <> $1)
        """)

    private static let addSquare = Command<BlobID, Int, Int, BlobID, Int, Int64>(
        """
        INSERT INTO photoSquare (photoID, nominalSide, side, fileID, size, settledAtMs)
        SELECT $1, $2, $3, $4, $5, nowMs + $6 FROM databaseClock
        """)

    /// A file that is a photo or another's square is none.
    fileprivate static let markSquareGarbage = Command<BlobID, Int64, Int64>(
        """
        INSERT INTO garbage (photoID, token, notBeforeMs)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM photo WHERE id = $1)
            AND NOT EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1)
        ON CONFLICT (photoID) DO NOTHING
        """)

    static let filesOfSquares = Query<(id: BlobID, settledAt: Int64), BlobID>(
        """
        SELECT fileID, max(settledAtMs) FROM photoSquare WHERE photoID = $1 GROUP BY fileID
        """
    ) { try ($0.next(), $0.next()) }

    fileprivate static let deleteSquares = Command<BlobID>(
        "DELETE FROM photoSquare WHERE photoID = $1")
}
