@testable import Presence

/// Time.
extension PresenceSchedule {
    /// Time passes, and then the service looks at what has ended.
    mutating func pass(_ milliseconds: Int64) throws {
        now.monotonic += milliseconds
        now.wall += milliseconds
        note("pass: \(milliseconds) ms")
        try scan()
    }

    private mutating func scan() throws {
        roster.expire(at: now)
        roster.attached.scan(at: now.wall, longestQuiet: .max)
        let isFirst = model.toldDay == nil
        let before = model.users
        try model.scan(at: now)
        for (user, known) in before.enumerated() {
            let left = model.users[user].devices
            ended += known.devices.filter { old in !left.contains { $0.lease == old.lease } }
                .map { ($0.lease, user) }
        }
        for stream in streams where stream.ending == nil && stream.tokenEnd <= now.wall {
            if model.endedStreams[stream.id] == nil { model.endedStreams[stream.id] = .token }
        }
        roster.turnDay(at: now)
        if isFirst { noteFirstScan() }
        let wall = now.wall
        let watches = roster.watches.scan(at: wall, longestQuiet: .max)
        try endWatches(watches) { $0.tokenEnd <= wall }
        // The next of several scans takes what has ended before it.
        try noteEndedStreams()
        // It may undo what others were to be told.
        noteSights(comparesCards: true)
    }

    /// The first scan of a run tells of all who show by whole days when they were here: an earlier
    /// run may have told of another day.
    private mutating func noteFirstScan() {
        var coarse = 0
        for user in model.users.indices where model.users[user].visibility == .coarse {
            coarse |= 1 << user
        }
        for index in watchers.indices { watchers[index].note(coarse) }
    }

    /// The process is stopped for a while.
    mutating func stall() {
        let time = chance(1, of: 2) ? milliseconds(2_400...2_600) : milliseconds(2_501...60_000)
        now.monotonic += time
        now.wall += time
        note("stall: \(time) ms")
    }

    /// Somebody sets the wall clock. It is never so far back that sign-ups are in the future.
    mutating func jump() {
        now.wall += milliseconds(-7_200_000...7_200_000)
        now.wall = max(now.wall, Self.start - 40_000_000)
        note("the wall clock jumps to \(now.wall - Self.start)")
    }

    /// The wall clock jumps over some nights, or back over one.
    mutating func night() throws {
        now.wall += 86_400_000 * milliseconds(chance(1, of: 4) ? -1...1 : 1...8)
        now.wall = max(now.wall, Self.start - 40_000_000)
        note("the wall clock jumps to \(now.wall - Self.start)")
        if chance(1, of: 2) { try pass(milliseconds(1...500)) }
    }
}
