import Blobs
import Logging
import RollcallBasics
import RollcallCrypto
import Storage

/// Notes changes of photos that more users share than one transaction notes. Which users are left stands in the
/// store, so that a crash loses no change; on PostgreSQL any instance notes them.
struct SharedPhotoChanges: Sendable {
    /// Until rows are looked for that another instance has left, or that could not be noted.
    private static let pause = Duration.seconds(30)

    let store: ProfileStore
    let logger: Logger

    /// Notes changes as transactions leave them, and first those that are left from before. Call it once; it
    /// returns when it is cancelled.
    func run() async {
        await repeating(every: Self.pause, orAt: store.changesLeft) {
            try await store.noteSharedPhotoChanges()
        } failed: { error in
            logger.warning(
                "changes of a shared photo could not be noted", metadata: ["error": "\(error)"])
        }
    }
}

extension ProfileStore {
    /// Notes all changes of shared photos that transactions have left.
    func noteSharedPhotoChanges() async throws {
        // A read is cheaper than a transaction, and usually there are none.
        while try await first(Self.sharedPhotoChange) != nil {
            try await write { try $0.noteNextUsersOfSharedPhoto() }
        }
    }
}

extension ProfileTransaction {
    /// Notes that what others see has changed, of all who have the photo. Usually that is one user. Of very many
    /// the first are noted here, and the others by `SharedPhotoChanges`.
    func noteChange(ofUsersWith photo: BlobID) throws {
        guard let last = try noteChange(ofUsersWith: photo, after: nil) else { return }
        // A row that is there moves back: those behind are to be noted once more.
        try run(ProfileStore.setSharedPhotoChange, photo, last)
        tell(.changesLeft)
    }

    /// Notes the change of a shared photo for the users who are next.
    func noteNextUsersOfSharedPhoto() throws {
        guard let left = try first(ProfileStore.sharedPhotoChange) else { return }
        try noteChange(ofUsersWith: left.photo, behind: left.lastUser)
    }

    /// Notes changes of shared photos for the users who are next after a user, so that no row says any more that
    /// this user was noted last.
    func passSharedPhotoChanges(at user: UUIDv7) throws {
        for photo in try all(ProfileStore.sharedPhotoChangesAt, user) {
            try noteChange(ofUsersWith: photo, behind: user)
        }
    }

    private func noteChange(ofUsersWith photo: BlobID, behind user: UUIDv7) throws {
        if let last = try noteChange(ofUsersWith: photo, after: user) {
            try run(ProfileStore.setSharedPhotoChange, photo, last)
        } else {
            try run(ProfileStore.removeSharedPhotoChange, photo)
        }
    }

    /// - Returns: the last user who was noted; nil if nobody is left.
    private func noteChange(ofUsersWith photo: BlobID, after last: UUIDv7?) throws -> UUIDv7? {
        let users = try all(
            ProfileStore.usersWithPhoto, photo, last?.bytes ?? [], ProfileStore.usersAtOnce)
        for user in users { try noteChange(of: user) }
        return users.count == ProfileStore.usersAtOnce ? users.last : nil
    }
}

extension ProfileStore {
    /// Users whom one transaction notes.
    static let usersAtOnce = 500

    static let usersWithPhoto = Query<UUIDv7, BlobID, [UInt8], Int>(
        """
        SELECT userID FROM profile WHERE photoID = $1 AND userID > $2 ORDER BY userID LIMIT $3
        """)

    fileprivate static let sharedPhotoChange = Query<(photo: BlobID, lastUser: UUIDv7)>(
        "SELECT photoID, lastUserID FROM sharedPhotoChange ORDER BY photoID LIMIT 1"
    ) { try ($0.next(), $0.next()) }

    fileprivate static let sharedPhotoChangesAt = Query<BlobID, UUIDv7>(
        "SELECT photoID FROM sharedPhotoChange WHERE lastUserID = $1")

    fileprivate static let setSharedPhotoChange = Command<BlobID, UUIDv7>(
        """
        INSERT INTO sharedPhotoChange (photoID, lastUserID) VALUES ($1, $2)
        ON CONFLICT (photoID) DO UPDATE SET lastUserID = excluded.lastUserID
        """)

    fileprivate static let removeSharedPhotoChange = Command<BlobID>(
        "DELETE FROM sharedPhotoChange WHERE photoID = $1")
}
