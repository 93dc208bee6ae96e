import Blobs
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Storage

extension ProfileStore {
    /// - Parameter viewer: the user for whom the photo may be hidden.
    /// - Throws: `profileNotFound`, `photoNotFound`.
    func photo(of user: UUIDv7, for viewer: Viewer) async throws -> StoredPhoto {
        let row = try await first(Self.photoByUser, user, viewer.userID).orThrow(.profileNotFound)
        guard let photo = row.photo, viewer.sees(row.visibilities[.photo], of: user) else {
            throw RPCError.photoNotFound
        }
        return photo
    }

    /// The photo for its link, and who may see it. Nil if the viewer does not find the user, or the
    /// user has no photo.
    func photoAsShown(
        of user: UUIDv7, to viewer: Viewer
    ) async throws -> (StoredPhoto, Visibility)? {
        guard let row = try await first(Self.photoByUser, user, viewer.userID),
            let photo = row.photo
        else { return nil }
        return (photo, row.visibilities[.photo])
    }

    /// Makes a file on the disk the user's photo. The earlier photo is garbage if nothing else
    /// refers to it.
    ///
    /// - Throws: `profileNotFound`, `photoRefused`, `photoOvertaken`.
    func setPhoto(
        _ photo: StoredPhoto, announced: Announcement, of user: UUIDv7, now: Int64
    ) async throws {
        try await write { transaction in
            guard try transaction.hasProfile(user) == true else {
                throw RPCError.profileNotFound
            }
            guard try !transaction.exists(Self.refusedPhoto, photo.id) else {
                throw RPCError.photoRefused
            }
            try transaction.addPhoto(photo, announced: announced)
            try transaction.replacePhoto(of: user, with: photo.id, now: now)
        }
    }

    /// Removes the user's photo, if there is one.
    func deletePhoto(of user: UUIDv7, now: Int64) async throws {
        try await write { transaction in
            guard try transaction.hasProfile(user) == true else { return }
            try transaction.replacePhoto(of: user, with: nil, now: now)
        }
    }
}

extension ProfileTransaction {
    /// - Parameter new: a photo that has a row; nil to remove the photo.
    func replacePhoto(of user: UUIDv7, with new: BlobID?, now: Int64) throws {
        let old = try first(ProfileStore.photoOfProfile, user) ?? nil
        guard old != new else { return }
        try run(ProfileStore.setPhoto, now, new, user)
        try noteChange(of: user)
        if let old { try discardIfUnused(old) }
    }

    /// The indexes on the photos of profiles and reports count the references, so the count is
    /// always correct.
    func discardIfUnused(_ photo: BlobID) throws {
        guard try !exists(ProfileStore.referenceToPhoto, photo) else { return }
        try removeSquares(of: photo)
        try run(ProfileStore.markGarbage, photo, ProfileStore.tokenOfWritten)
        try run(ProfileStore.removePhoto, photo)
    }
}

extension ProfileStore {
    static let photoByUser = Query<
        (photo: StoredPhoto?, visibilities: Visibilities), UUIDv7, UUIDv7?
    >(
        """
        SELECT \(StoredPhoto.columns), visibilities
        FROM profile LEFT JOIN photo ON photo.id = photoID
        WHERE userID = $1 AND createdAtMs IS NOT NULL AND \(isUnblocked(by: "$2"))
        """
    ) { try (StoredPhoto(&$0), Visibilities(bits: $0.next())) }

    fileprivate static let photoOfProfile = Query<BlobID?, UUIDv7>(
        "SELECT photoID FROM profile WHERE userID = $1")

    /// As `updatedNow`, but a change that only the user sees leaves the public time as it is.
    static let photoUpdatedNow: SQL = """
        revision = revision + 1,
        updatedAtMs = CASE WHEN updatedAtMs < $1 AND visibilities % 4 <> 2 THEN $1
            ELSE updatedAtMs END
        """

    fileprivate static let setPhoto = Command<Int64, BlobID?, UUIDv7>(
        """
        UPDATE profile SET photoID = $2, \(photoUpdatedNow) WHERE userID = $3
        """)

    fileprivate static let referenceToPhoto = Query<Int, BlobID>(
        """
        SELECT 1 FROM profile WHERE photoID = $1
        UNION ALL SELECT 1 FROM reportedProfile WHERE photoID = $1 LIMIT 1
        """)

    fileprivate static let removePhoto = Command<BlobID>("DELETE FROM photo WHERE id = $1")

    /// Records the removal of a photo. An existing row already takes care of it.
    fileprivate static let markGarbage = Command<BlobID, Int64>(
        """
        INSERT INTO garbage (photoID, token, notBeforeMs)
        SELECT id, $2, settledAtMs FROM photo
        WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM photoSquare WHERE fileID = $1)
        ON CONFLICT (photoID) DO NOTHING
        """)
}
