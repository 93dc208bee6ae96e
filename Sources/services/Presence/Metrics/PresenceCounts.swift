import RollcallAPI

extension PresenceHub {
    /// How much there is of everything at present.
    var counts: GetPresenceCountsResponse {
        state.withLock { state in
            var counts = state.roster.counts
            counts.isDraining = state.streamSpread != nil
            return counts
        }
    }
}

extension Roster {
    var counts: GetPresenceCountsResponse {
        GetPresenceCountsResponse(
            users: UInt64(users.count),
            onlineUsers: UInt64(leases.visibleUsers[.online, default: 0]),
            awayUsers: UInt64(leases.visibleUsers[.away, default: 0]),
            leases: UInt64(leases.count), invisibleLeases: UInt64(leases.invisibleCount),
            attached: UInt64(attached.count), watches: UInt64(watches.count),
            watchedUsers: UInt64(watches.watchedCount), becameStaleAtMs: watches.staleness.since)
    }
}
