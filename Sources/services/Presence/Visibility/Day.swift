import RollcallAPI

/// A day in UTC, counted from 1970-01-01, until 2149. Day 0 is none.
struct Day: Sendable, Hashable, Comparable {
    let number: UInt16

    static let none = Day(number: 0)

    private static let length: Int64 = 86_400_000

    init(number: UInt16) {
        self.number = number
    }

    /// - Parameter wall: milliseconds since 1970-01-01 UTC.
    init(of wall: Int64) {
        number = UInt16(clamping: wall / Self.length)
    }

    static func < (one: Day, other: Day) -> Bool { one.number < other.number }
}

/// When a user was last online, for viewers who may know it only roughly.
extension LastSeenBucket {
    /// - Parameter day: the last day that is over on which the user was here.
    init(_ day: Day, today: Day) {
        guard day != .none else {
            self = .unspecified
            return
        }
        switch Int(today.number) - Int(day.number) {
        case ...3: self = .recently
        case ...7: self = .thisWeek
        case ...30: self = .thisMonth
        default: self = .longAgo
        }
    }
}
