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
    var isDraining = false
}

extension PresenceHub {
    var counts: PresenceCounts {
        state.withLock { state in
            var counts = state.roster.counts
            counts.isDraining = state.streamSpread != nil
            return counts
        }
    }
}

extension Roster {
    /// Looks through all leases.
    fileprivate var counts: PresenceCounts {
        var counts = PresenceCounts(
            users: users.count, leases: leases.count, invisibleLeases: leases.invisibleCount,
            attached: attached.count, watches: watches.all.count,
            watchedUsers: watches.watchedCount)
        for user in Set(leases.holders) {
            switch leases.state(of: user) {
            case .online: counts.onlineUsers += 1
            case .away: counts.awayUsers += 1
            case .offline, .unspecified, .unrecognized: break
            }
        }
        return counts
    }
}

extension PresenceCounts {
    var message: GetPresenceCountsResponse {
        GetPresenceCountsResponse(
            users: UInt64(users), onlineUsers: UInt64(onlineUsers), awayUsers: UInt64(awayUsers),
            leases: UInt64(leases), invisibleLeases: UInt64(invisibleLeases),
            attached: UInt64(attached), watches: UInt64(watches),
            watchedUsers: UInt64(watchedUsers), isDraining: isDraining)
    }
}
