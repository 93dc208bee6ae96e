import RollcallCrypto

/// An instance's view of all users, kept by the follower. One caller at a time.
protocol EngineView: Sendable {
    /// The users after one, ordered by id, for restoring lost data.
    func users(after user: UUIDv7?, limit: Int) -> [EngineUser]

    /// One user; nil if unknown.
    func user(_ id: UUIDv7) -> EngineUser?

    /// The duration of the longest known lease, in milliseconds; 0 for none.
    var longestLease: UInt32 { get }

    /// Begins a reading of all users. `read` then gets each existing user, and `endReading`
    /// follows. The view stays unchanged until then.
    func beginReading()

    /// Receives a page of users in their present state.
    func read(_ users: [EngineUser])

    /// Ends the reading. Users who were not read are unknown from now on. Versions belong to this
    /// epoch from now on.
    func endReading(epoch: UInt64, version: UInt64)

    /// Applies changes. A change older than the user's state in the view is ignored.
    func apply(_ changes: [EngineChange])

    /// Sets whether the view may lack changes.
    func setStale(_ isStale: Bool)
}
