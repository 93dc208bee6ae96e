import Blobs
import Storage

/// Files that no profile refers to. Who removes them must keep uploads of the same bytes away.
extension ProfileStore {
    /// The next garbage in the order of its names.
    func garbage(after last: BlobID?, limit: Int) async throws -> [BlobID] {
        try await all(Self.garbagePage, last?.bytes ?? [], limit)
    }

    /// Those of `photos` that are garbage now, in no order.
    ///
    /// It is a write, so that it waits for one that was begun before: nobody may know yet what comes
    /// of that one (`StorageError.unknownOutcome`), and it may refer to a photo again.
    func garbage(among photos: [BlobID]) async throws -> [BlobID] {
        guard !photos.isEmpty else { return [] }
        return try await write { transaction in
            try transaction.run(Self.lockGarbage, SQLList(photos))
            return try transaction.all(Self.garbageAmong, SQLList(photos))
        }
    }

    /// Notes that files are gone.
    func forgetGarbage(_ photos: [BlobID]) async throws {
        _ = try await write { try $0.run(Self.forgetGarbage, SQLList(photos)) }
    }
}

extension ProfileStore {
    static let garbagePage = Query<BlobID, [UInt8], Int>(
        "SELECT photoID FROM garbage WHERE photoID > $1 ORDER BY photoID LIMIT $2")

    static let garbageAmong = Query<BlobID, SQLList<BlobID>>(
        "SELECT photoID FROM garbage WHERE photoID = ANY($1)")

    /// Changes nothing.
    private static let lockGarbage = Command<SQLList<BlobID>>(
        "UPDATE garbage SET photoID = photoID WHERE photoID = ANY($1)")

    private static let forgetGarbage = Command<SQLList<BlobID>>(
        "DELETE FROM garbage WHERE photoID = ANY($1)")
}
