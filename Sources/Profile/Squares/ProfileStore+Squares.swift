import Blobs
import RollcallCrypto
import Storage

extension ProfileStore {
    /// Tries at a photo that was not to be decoded. The schema has the number, too.
    private static let squareTries = 2

    /// Photos without squares that are to have some.
    func photosWithoutSquares(limit: Int) async throws -> [BlobID] {
        try await all(Self.photosWithoutSquares, limit)
    }

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

    /// Notes that files are about to be written, so that they are removed if nobody comes to refer to
    /// them.
    func announce(_ files: [BlobID]) async throws {
        try await write { transaction in
            for file in files { try transaction.run(Self.announce, file) }
        }
    }

    /// Gives a photo its placeholder and its squares, whose files are on the disk. Of a photo that is gone
    /// meanwhile the files are garbage.
    func setSquares(_ made: MadeSquares, of photo: BlobID) async throws {
        let isNew = try await write { transaction in
            guard try transaction.first(Self.squareFailures, photo) != nil else { return false }
            try transaction.removeSquares(of: photo)
            for square in made.squares {
                try transaction.run(
                    Self.addSquare, photo, square.nominalSide, square.side, square.file,
                    square.size)
                try transaction.run(Self.unmarkGarbage, square.file)
            }
            return try transaction.run(Self.setPlaceholder, made.placeholder, photo) == 1
        }
        if isNew { try await noteChange(ofUsersWith: photo) }
    }

    /// Forgets the squares of a photo, of which a file is lost.
    func forgetSquares(of photo: BlobID) async throws {
        try await write { transaction in
            try transaction.removeSquares(of: photo)
            try transaction.run(Self.forgetSquareFailures, photo)
        }
    }

    /// Notes that what others see has changed, of all who have the photo: usually one, but any number of
    /// users may.
    private func noteChange(ofUsersWith photo: BlobID) async throws {
        var last: UUIDv7?
        while true {
            let (after, limit) = (last?.bytes ?? [], Self.usersAtOnce)
            let users = try await write { transaction in
                let users = try transaction.all(Self.usersWithPhoto, photo, after, limit)
                for user in users { try transaction.noteChange(of: user) }
                return users
            }
            guard users.count == limit else { return }
            last = users.last
        }
    }
}

extension ProfileTransaction {
    /// Files that no other photo has are garbage then.
    func removeSquares(of photo: BlobID) throws {
        let files = try all(ProfileStore.filesOfSquares, photo)
        try run(ProfileStore.deleteSquares, photo)
        for file in files { try run(ProfileStore.announce, file) }
    }
}

extension PhotoSquare {
    /// - Throws: `StorageError.corrupt`.
    fileprivate init(_ columns: inout Columns) throws {
        self.init(
            nominalSide: try columns.next(), side: try columns.next(), file: try columns.next(),
            size: try columns.next())
    }
}

extension ProfileStore {
    private static let usersAtOnce = 500

    static let photosWithoutSquares = Query<BlobID, Int>(
        """
        SELECT id FROM photo WHERE placeholder IS NULL AND squareFailures < 2 ORDER BY id LIMIT $1
        """)

    static let squareOfPhoto = Query<PhotoSquare, BlobID, Int>(
        """
        SELECT nominalSide, side, fileID, size FROM photoSquare
        WHERE photoID = $1 AND nominalSide = $2
        """
    ) { try PhotoSquare(&$0) }

    static let squareFailures = Query<Int, BlobID>(
        "SELECT squareFailures FROM photo WHERE id = $1")

    private static let noteSquareFailure = Command<BlobID>(
        "UPDATE photo SET squareFailures = squareFailures + 1 WHERE id = $1")

    private static let forgetSquareFailures = Command<BlobID>(
        "UPDATE photo SET squareFailures = 0 WHERE id = $1")

    private static let setPlaceholder = Command<[UInt8], BlobID>(
        """
        UPDATE photo SET placeholder = $1, squareFailures = 0
        WHERE id = $2 AND (placeholder IS NULL OR placeholder <> $1)
        """)

    private static let addSquare = Command<BlobID, Int, Int, BlobID, Int>(
        """
        INSERT INTO photoSquare (photoID, nominalSide, side, fileID, size)
        VALUES ($1, $2, $3, $4, $5)
        """)

    static let filesOfSquares = Query<BlobID, BlobID>(
        "SELECT DISTINCT fileID FROM photoSquare WHERE photoID = $1")

    fileprivate static let deleteSquares = Command<BlobID>(
        "DELETE FROM photoSquare WHERE photoID = $1")

    private static let usersWithPhoto = Query<UUIDv7, BlobID, [UInt8], Int>(
        """
        SELECT userID FROM profile WHERE photoID = $1 AND userID > $2 ORDER BY userID LIMIT $3
        """)
}
