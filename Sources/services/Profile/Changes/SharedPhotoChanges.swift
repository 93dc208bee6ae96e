import Blobs
import Logging
import RollcallBasics
import RollcallCrypto
import Storage

/// Records the changes of photos that have more users than one transaction records. The store keeps which
/// users are left, so that a crash loses no change. On PostgreSQL any instance records them.
struct SharedPhotoChanges: Sendable {
    /// How often it looks for rows that another instance has left, or that could not be recorded.
    private static let pause = Duration.seconds(30)

    let store: ProfileStore
    let logger: Logger

    /// Records changes as transactions leave them, beginning with those from earlier runs. Call it once.
    /// It returns when it is cancelled.
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
    /// Records all changes of shared photos that transactions have left.
    func noteSharedPhotoChanges() async throws {
        // A read is cheaper than a transaction, and usually there are no changes.
        while try await first(Self.sharedPhotoChange) != nil {
            try await write { try $0.noteNextUsersOfSharedPhoto() }
        }
    }
}

extension ProfileTransaction {
    /// Records a change of every user who has the photo. Usually that is one user. If there are very
    /// many, it records the first ones, and `SharedPhotoChanges` the others.
    func noteChange(ofUsersWith photo: BlobID) throws {
        guard let last = try noteChange(ofUsersWith: photo, after: nil) else { return }
        // An existing row moves back to `last`, so the users after it are recorded once more.
        try run(ProfileStore.setSharedPhotoChange, photo, last)
        tell(.changesLeft)
    }

    /// Records the change of a shared photo for the next users.
    func noteNextUsersOfSharedPhoto() throws {
        guard let left = try first(ProfileStore.sharedPhotoChange) else { return }
        try noteChange(ofUsersWith: left.photo, behind: left.lastUser)
    }

    /// Records changes of shared photos for the users after this one. Afterwards no row names this user
    /// as its last.
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

    /// - Returns: the last user who was recorded; nil if no users are left.
    private func noteChange(ofUsersWith photo: BlobID, after last: UUIDv7?) throws -> UUIDv7? {
        let users = try all(
            ProfileStore.usersWithPhoto, photo, last?.bytes ?? [], ProfileStore.usersAtOnce)
        for user in users { try noteChange(of: user) }
        return users.count == ProfileStore.usersAtOnce ? users.last : nil
    }
}

extension ProfileStore {
    /// The most users that one transaction records.
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
