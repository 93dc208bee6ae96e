import RollcallAPI

/// How far a new day was sent to the viewers of whole days: some users at each scan, as there may
/// be a million.
struct DayTurn: Sendable {
    /// Users that one scan looks at.
    private static let usersAtOnce = 50_000

    /// The day before; nil when some viewers were sent another day in between, so that all are
    /// updated.
    private(set) var before: Day?
    private var day: Day
    /// The first user who is still to be looked at; nil when there is none.
    private var next: Int?
    /// The buckets that viewers were last sent, for users who were seen on a later day since.
    private var toldBuckets: [UserTable.Index: LastSeenBucket] = [:]

    /// At first all users are checked, as a resumed watch may have been sent an earlier day.
    init(_ day: Day) {
        (self.day, next) = (day, 0)
    }

    /// The day that the viewers of the user were last sent; nil when it is unknown.
    func dayTold(of user: UserTable.Index) -> Day? {
        isPending(user) ? before : day
    }

    /// Whether the user is still to be looked at.
    func isPending(_ user: UserTable.Index) -> Bool {
        next.map { user >= $0 } ?? false
    }

    /// The users who are to be looked at now. The clock says which day it is, and may have been set
    /// back.
    mutating func take(of count: Int, on today: Day) -> Range<UserTable.Index> {
        if today != day {
            before = next == nil ? day : nil
            (day, next) = (today, 0)
        }
        guard let first = next else { return 0..<0 }
        let end = min(first + Self.usersAtOnce, count)
        next = end < count ? end : nil
        return UserTable.Index(min(first, end))..<UserTable.Index(end)
    }

    /// Records the bucket that viewers were last sent, unless one is recorded already.
    mutating func note(_ told: LastSeenBucket, of user: UserTable.Index) {
        toldBuckets[user] = toldBuckets[user] ?? told
    }

    mutating func forgetBucket(of user: UserTable.Index) {
        toldBuckets[user] = nil
    }

    mutating func takeBucket(of user: UserTable.Index) -> LastSeenBucket? {
        toldBuckets.isEmpty ? nil : toldBuckets.removeValue(forKey: user)
    }

    /// Takes the buckets of the users who were looked at on this day before they were seen.
    mutating func takeLateBuckets() -> [UserTable.Index: LastSeenBucket] {
        guard !toldBuckets.isEmpty else { return [:] }
        let late = toldBuckets.filter { !isPending($0.key) }
        for user in late.keys { toldBuckets[user] = nil }
        return late
    }
}
