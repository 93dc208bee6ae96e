import Blobs
import RollcallAPI
import Storage

/// Photos that nobody may have again. They are known by their digests alone: their files are gone.
extension ProfileStore {
    /// The refused photos behind `photo`, in the order of their ids.
    func refusedPhotos(after photo: BlobID?, limit: Int) async throws -> [RefusedPhoto] {
        try await all(Self.refusedPhotoPage, photo?.bytes ?? [], limit)
    }

    /// - Returns: whether the photo was refused until now.
    func allow(_ photo: BlobID) async throws -> Bool {
        try await write { try $0.run(Self.allowPhoto, photo) } == 1
    }

    static let refusedPhoto = Query<BlobID, BlobID>(
        "SELECT photoID FROM refusedPhoto WHERE photoID = $1")

    static let refusedPhotoPage = Query<RefusedPhoto, [UInt8], Int>(
        """
        SELECT photoID, reason, refusedAtMs FROM refusedPhoto WHERE photoID > $1
        ORDER BY photoID LIMIT $2
        """
    ) { columns in
        let photo = try columns.next(as: BlobID.self)
        return try RefusedPhoto(
            photoID: photo.hex, reason: columns.next(), refusedAtMs: columns.next())
    }

    static let refusePhoto = Command<BlobID, String, Int64>(
        """
        INSERT INTO refusedPhoto (photoID, reason, refusedAtMs) VALUES ($1, $2, $3)
        ON CONFLICT (photoID) DO UPDATE
        SET reason = excluded.reason, refusedAtMs = excluded.refusedAtMs
        """)

    private static let allowPhoto = Command<BlobID>("DELETE FROM refusedPhoto WHERE photoID = $1")
}
