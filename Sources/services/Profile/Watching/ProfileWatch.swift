import RollcallCrypto

/// One watch of profiles: what its viewer was told, and what is still to be sent. It holds at most
/// one entry for each of its users, however slowly the viewer reads.
struct ProfileWatch: Sendable {
    /// The content of the next messages.
    struct Update: Sendable {
        var profiles: [SeenProfile] = []
        var hidden: [String] = []
        /// `nil` in a heartbeat, which says only that the watch is alive.
        var position: WatchPosition?
        var replaces = false
    }

    let viewer: UUIDv7
    let users: WatchedUsers

    /// The fingerprint of what was last told of each user; 0 for a hidden user. Users of whom
    /// nothing was told are missing.
    private var told: [UUIDv7: UInt64] = [:]
    /// The sum of the fingerprints in `told`.
    private var view: UInt64 = 0
    /// Users of whom the viewer may see something new, with their present profile.
    private var news: [UUIDv7: SeenProfile] = [:]
    /// The users whom the viewer has blocked, and those who have blocked the viewer.
    private(set) var blocked: Set<UUIDv7> = []
    private(set) var blockers: Set<UUIDv7> = []
    private var replaces = false
    private var mustTellCursor = false
    private var isHeartbeatDue = false
    /// The position of the newest change that was read when the watch began.
    private var start = ChangePosition.start
    /// False until `begin` was called.
    private var isBegun = false
    /// Users whose changes arrived before the watch had begun.
    private var early: Set<UUIDv7> = []

    init(of users: WatchedUsers, by viewer: UUIDv7) {
        (self.users, self.viewer) = (users, viewer)
    }

    var hasNews: Bool { !news.isEmpty || mustTellCursor || isHeartbeatDue }

    /// Begins with what was read, or with the part of it that is newer than the cursor.
    ///
    /// - Returns: users who have changed meanwhile, and have to be read again.
    mutating func begin(with found: WatchStart, from position: WatchPosition?) -> Set<UUIDv7> {
        (blocked, blockers, start) = (found.blocked, found.blockers, found.end)
        (isBegun, mustTellCursor) = (true, true)
        func seen(_ user: UUIDv7) -> SeenProfile { found.profiles[user] ?? .none }
        for user in users.ids {
            told[user] = fingerprint(of: user, in: seen(user))
        }
        view = told.values.reduce(0, &+)
        let goesOn = found.isKnown && position != nil
        if !goesOn || position?.view != view {
            // Who was blocked when the cursor was made is unknown.
            replaces = !goesOn || found.areBlocksChanged
            let changed = replaces ? users.ids : found.changed.filter { !isBlocked($0) }
            for user in changed {
                view &-= told.removeValue(forKey: user) ?? 0
                news[user] = seen(user)
            }
        }
        defer { early = [] }
        return early
    }

    /// Records a user's present profile.
    mutating func note(_ user: UUIDv7, _ seen: SeenProfile) {
        if isBegun { news[user] = seen } else { early.insert(user) }
    }

    /// Records which of the users the viewer has blocked now.
    ///
    /// - Returns: unblocked users who are missing in `profiles`, and have to be read.
    mutating func noteBlocked(
        _ now: Set<UUIDv7>, _ profiles: [UUIDv7: SeenProfile]
    ) -> Set<UUIDv7> {
        guard isBegun else {
            early.insert(viewer)
            return []
        }
        let unblocked = blocked.subtracting(now)
        for user in now.subtracting(blocked) { news[user] = SeenProfile.none }
        for user in unblocked { news[user] = profiles[user] }
        blocked = now
        return unblocked.filter { profiles[$0] == nil }
    }

    /// Records whether a user has blocked the viewer.
    mutating func noteBlock(by user: UUIDv7, _ isBlocker: Bool, _ seen: SeenProfile) {
        guard isBegun else {
            early.insert(user)
            return
        }
        if isBlocker { blockers.insert(user) } else { blockers.remove(user) }
        news[user] = seen
    }

    mutating func noteHeartbeat() {
        isHeartbeatDue = true
    }

    /// The next update.
    ///
    /// - Parameter position: all changes up to it were noted; `nil` if that is not later than the
    ///   watch's begin.
    /// - Returns: `nil` if there is no update, also when only changes invisible to the viewer have
    ///   happened.
    mutating func take(at position: ChangePosition?) -> Update? {
        guard isBegun else { return nil }
        var update = Update(replaces: replaces)
        for (user, seen) in news {
            let fingerprint = fingerprint(of: user, in: seen)
            guard told[user] != fingerprint else { continue }
            view = view &- (told[user] ?? 0) &+ fingerprint
            told[user] = fingerprint
            if fingerprint == 0 {
                update.hidden.append(user.description)
            } else {
                update.profiles.append(seen)
            }
        }
        let isToldAnything = !update.profiles.isEmpty || !update.hidden.isEmpty
        guard isToldAnything || mustTellCursor || isHeartbeatDue else {
            news = [:]
            return nil
        }
        // A heartbeat has no cursor, which would reveal how many changes the viewer does not see.
        if isToldAnything || mustTellCursor {
            update.position = WatchPosition(change: max(start, position ?? start), view: view)
        }
        (news, replaces, mustTellCursor, isHeartbeatDue) = ([:], false, false, false)
        return update
    }

    private func isBlocked(_ user: UUIDv7) -> Bool {
        blocked.contains(user) || blockers.contains(user)
    }

    /// Follows the same rule as `ProfileStore.isUnblocked`.
    ///
    /// - Returns: 0 for a hidden user.
    private func fingerprint(of user: UUIDv7, in seen: SeenProfile) -> UInt64 {
        isBlocked(user) ? 0 : seen.fingerprint(of: users.fields, for: viewer) ?? 0
    }
}
