import RollcallCrypto

/// What an instance knows of all users, as the follower keeps it. One caller at a time.
package protocol EngineView: Sendable {
    /// The users after one in the order of their ids, for data that was lost to be restored.
    func users(after user: UUIDv7?, limit: Int) -> [EngineUser]

    /// What is known of one user; nil for nothing.
    func user(_ id: UUIDv7) -> EngineUser?

    /// How long the longest lease lasts that is known, in milliseconds; 0 for none.
    var longestLease: UInt32 { get }

    /// All users are going to be read: `read` has each that there is, and `endReading` follows. What is known
    /// stays as it is until then.
    func beginReading()

    /// A page of users as they are now.
    func read(_ users: [EngineUser])

    /// All were read: a user that was not is not known any more. Versions count in this epoch from here on.
    func endReading(epoch: UInt64, version: UInt64)

    /// Something has changed. A change that is older than what was read of its user is to be ignored.
    func apply(_ changes: [EngineChange])

    /// Whether there may be changes of which nothing is known here.
    func setStale(_ isStale: Bool)
}
