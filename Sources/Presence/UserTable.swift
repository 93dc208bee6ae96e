import RollcallCrypto

/// The users that Presence has heard of, each at an index by which the other tables know it.
///
/// A user that was ever seen stays. One that was only asked about leaves when the last watch does,
/// so that asking about made-up users takes no memory for good.
struct UserTable: Sendable {
    typealias Index = UInt32

    private var indexes: [UUIDv7: Index] = [:]
    private var ids: [UUIDv7] = []
    private var lastSeen: [Int64] = []
    private var free: [Index] = []

    var count: Int { indexes.count }

    func index(of id: UUIDv7) -> Index? {
        indexes[id]
    }

    func id(of user: Index) -> UUIDv7 {
        ids[Int(user)]
    }

    /// Milliseconds since 1970-01-01 UTC; 0 when never.
    func lastSeen(_ user: Index) -> Int64 {
        lastSeen[Int(user)]
    }

    /// The user's index, which is new if nobody had heard of the user.
    mutating func enter(_ id: UUIDv7) -> Index {
        if let known = indexes[id] { return known }
        let user: Index
        if let reused = free.popLast() {
            user = reused
            ids[Int(user)] = id
        } else {
            user = Index(ids.count)
            ids.append(id)
            lastSeen.append(0)
        }
        indexes[id] = user
        return user
    }

    /// Notes that the user was here; what was noted never goes back, though clocks do.
    mutating func see(_ user: Index, at wall: Int64) {
        lastSeen[Int(user)] = max(lastSeen[Int(user)], wall, 1)
    }

    /// Forgets that the user was ever here.
    mutating func forget(_ user: Index) {
        lastSeen[Int(user)] = 0
    }

    /// Forgets a user that no other table knows any more, unless it was ever seen.
    ///
    /// - Returns: whether the user is forgotten now. The index goes on to have the id until it is another
    ///   user's.
    mutating func leave(_ user: Index) -> Bool {
        guard lastSeen[Int(user)] == 0, indexes.removeValue(forKey: ids[Int(user)]) != nil else {
            return false
        }
        free.append(user)
        return true
    }
}
