import RollcallAPI

/// How much there is of everything at one moment.
struct PresenceCounts: Sendable, Equatable {
    var users = 0
    var onlineUsers = 0
    var awayUsers = 0
    var leases = 0
    var invisibleLeases = 0
    var attached = 0
    var watches = 0
    var watchedUsers = 0
    /// Milliseconds since 1970-01-01 UTC; 0 while the service knows all.
    var staleSince: Int64 = 0
    var isDraining = false
}

extension PresenceHub {
    var counts: PresenceCounts {
        state.withLock { state in
            var counts = state.roster.counts
            counts.staleSince = state.roster.staleness.since
            counts.isDraining = state.streamSpread != nil
            return counts
        }
    }
}

extension Roster {
    var counts: PresenceCounts {
        PresenceCounts(
            users: users.count, onlineUsers: visibleUsers[.online, default: 0],
            awayUsers: visibleUsers[.away, default: 0], leases: leases.count,
            invisibleLeases: leases.invisibleCount, attached: attached.count,
            watches: watches.count, watchedUsers: watches.watchedCount)
    }
}

extension PresenceCounts {
    var message: GetPresenceCountsResponse {
        GetPresenceCountsResponse(
            users: UInt64(users), onlineUsers: UInt64(onlineUsers), awayUsers: UInt64(awayUsers),
            leases: UInt64(leases), invisibleLeases: UInt64(invisibleLeases),
            attached: UInt64(attached), watches: UInt64(watches),
            watchedUsers: UInt64(watchedUsers), staleSinceMs: staleSince,
            isDraining: isDraining)
    }
}
