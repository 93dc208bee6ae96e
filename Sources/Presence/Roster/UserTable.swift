import RollcallCrypto

/// The users that Presence has heard of, each at an index by which the other tables know it.
///
/// A user that was ever seen stays. One that was only asked about leaves when the last watch does,
/// so that asking about made-up users takes no memory for good.
struct UserTable: Sendable {
    typealias Index = UInt32

    /// The index of a user whom nobody has heard of: it is in no table.
    static let nobody = Index.max

    /// The day that it is, as far as others are told of days: no earlier than one on which a user was seen
    /// since the last scan.
    var today = Day.none

    private var indexes: [UUIDv7: Index] = [:]
    private var ids: [UUIDv7] = []
    private var lastSeen: [Int64] = []
    /// The last day on which the user was here before the day of `lastSeen`.
    private var daysBefore: [Day] = []
    private var visibilities: [UserVisibility] = []
    private var free: [Index] = []

    var count: Int { indexes.count }

    /// How many indexes there are, those included that are free.
    var places: Int { ids.count }

    func index(of id: UUIDv7) -> Index? {
        indexes[id]
    }

    func id(of user: Index) -> UUIDv7 {
        ids[Int(user)]
    }

    /// Milliseconds since 1970-01-01 UTC; 0 when never.
    func lastSeen(_ user: Index) -> Int64 {
        user < lastSeen.count ? lastSeen[Int(user)] : 0
    }

    func dayBefore(_ user: Index) -> Day {
        daysBefore[Int(user)]
    }

    /// By whole days when the user was last here. A day counts when it is over: that the user comes changes
    /// nothing, so that nobody can tell by asking often when it was.
    func bucket(_ user: Index, on day: Day? = nil) -> LastSeenBucket {
        let (today, last) = (day ?? today, Day(of: lastSeen(user)))
        return LastSeenBucket(last < today ? last : dayBefore(user), today: today)
    }

    func visibility(_ user: Index) -> UserVisibility {
        user < visibilities.count ? visibilities[Int(user)] : .everyone
    }

    mutating func setVisibility(_ visibility: UserVisibility, of user: Index) {
        visibilities[Int(user)] = visibility
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
            daysBefore.append(.none)
            visibilities.append(.everyone)
        }
        indexes[id] = user
        return user
    }

    /// Notes that the user was here; what was noted never goes back, though clocks do.
    mutating func see(_ user: Index, at wall: Int64) {
        let (before, day) = (Day(of: lastSeen[Int(user)]), Day(of: wall))
        if before < day, before != .none { daysBefore[Int(user)] = before }
        today = max(today, day)
        lastSeen[Int(user)] = max(lastSeen[Int(user)], wall, 1)
    }

    /// Takes up when the user was seen, as it was stored.
    mutating func restore(_ user: Index, at wall: Int64, dayBefore: Day) {
        lastSeen[Int(user)] = wall
        daysBefore[Int(user)] = dayBefore
    }

    /// Forgets that the user was ever here, and what the user has set.
    mutating func forget(_ user: Index) {
        lastSeen[Int(user)] = 0
        daysBefore[Int(user)] = .none
        visibilities[Int(user)] = .everyone
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
