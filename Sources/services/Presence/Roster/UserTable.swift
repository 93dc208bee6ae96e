import RollcallAPI
import RollcallCrypto

/// The known users. The other tables refer to a user by an index of this table.
///
/// A user who was ever seen stays. Other users are removed with their last watch, so that requests
/// for made-up users need no permanent memory.
package struct UserTable: Sendable {
    package typealias Index = UInt32

    /// The index for unknown users. No table has it.
    static let nobody = Index.max

    /// The day from which days are counted. It is never earlier than a day on which a user
    /// was seen since the last scan.
    var today = Day.none

    /// Erased users, who may not come back.
    private(set) var erased: Set<UUIDv7> = []

    private var indexes: [UUIDv7: Index] = [:]
    private var ids: [UUIDv7] = []
    private var lastSeen: [Int64] = []
    /// The last day on which the user was seen, before the day of `lastSeen`.
    private var daysBefore: [Day] = []
    private var visibilities: [UserVisibility] = []
    /// The number of each user's last setting.
    private var settingNumbers: [Index: UInt32] = [:]
    private var free: [Index] = []

    var count: Int { indexes.count }

    /// The number of indexes, including free ones.
    var places: Int { ids.count }

    func index(of id: UUIDv7) -> Index? {
        indexes[id]
    }

    func id(of user: Index) -> UUIDv7 {
        ids[Int(user)]
    }

    /// Milliseconds since 1970-01-01 UTC; 0 for never.
    func lastSeen(_ user: Index) -> Int64 {
        user < lastSeen.count ? lastSeen[Int(user)] : 0
    }

    func dayBefore(_ user: Index) -> Day {
        daysBefore[Int(user)]
    }

    /// When the user was last here, in whole days. A day counts once it is over. So frequent
    /// requests cannot reveal when the user came.
    func bucket(_ user: Index, on day: Day? = nil) -> LastSeenBucket {
        let (today, last) = (day ?? today, Day(of: lastSeen(user)))
        return LastSeenBucket(last < today ? last : dayBefore(user), today: today)
    }

    func visibility(_ user: Index) -> UserVisibility {
        user < visibilities.count ? visibilities[Int(user)] : .everyone
    }

    /// The number of the user's last setting; nil for a user who has never set anything.
    func settingNumber(of user: Index) -> UInt32? { settingNumbers[user] }

    mutating func set(_ visibility: UserVisibility, number: UInt32, of user: Index) {
        visibilities[Int(user)] = visibility
        settingNumbers[user] = number
    }

    mutating func erase(_ ids: [UUIDv7]) {
        erased.formUnion(ids)
    }

    /// The user's index, a new one for an unknown user.
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

    /// Records that the user is online. The recorded time never goes back, even if the clock does.
    mutating func see(_ user: Index, at wall: Int64) {
        let (before, day) = (Day(of: lastSeen[Int(user)]), Day(of: wall))
        if before < day, before != .none { daysBefore[Int(user)] = before }
        today = max(today, day)
        lastSeen[Int(user)] = max(lastSeen[Int(user)], wall, 1)
    }

    /// Restores the stored time when the user was last seen.
    mutating func restore(_ user: Index, at wall: Int64, dayBefore: Day) {
        lastSeen[Int(user)] = wall
        daysBefore[Int(user)] = dayBefore
    }

    /// Deletes the user's last seen time and setting.
    mutating func forget(_ user: Index) {
        lastSeen[Int(user)] = 0
        daysBefore[Int(user)] = .none
        visibilities[Int(user)] = .everyone
        settingNumbers[user] = nil
    }

    /// Removes a user that no other table refers to, unless the user was ever seen or has set
    /// anything.
    ///
    /// - Returns: whether the user was removed. The index keeps the id until it is reused.
    mutating func leave(_ user: Index) -> Bool {
        guard lastSeen[Int(user)] == 0, settingNumbers[user] == nil,
            indexes.removeValue(forKey: ids[Int(user)]) != nil
        else {
            return false
        }
        free.append(user)
        return true
    }
}
