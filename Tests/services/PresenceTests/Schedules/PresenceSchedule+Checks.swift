import RollcallAPI
import RollcallCrypto

@testable import Presence

/// What has to hold.
extension PresenceSchedule {
    /// Of one viewer each step; of all of them at the end.
    mutating func checkStep(_ step: Int) throws {
        noteStep()
        try checkCounts()
        try checkEntries(seenBy: step % Self.userCount)
        try checkDevices(of: step % Self.userCount)
    }

    /// Everybody reads at the end.
    mutating func checkAll() throws {
        for user in ids.indices {
            try checkEntries(seenBy: user)
            try checkDevices(of: user)
        }
        try pass(1)
        noteStep()
        if !model.knowsBlocks { try beginBlocksAnew() }
        for index in watchers.indices { try read(watcher: index, fansOut: true) }
    }

    private mutating func noteStep() {
        noteSights(comparesCards: true)
        if model.staleSince != states.last?.staleSince {
            for index in watchers.indices { watchers[index].mayBeAnswered = true }
        }
        states.append(model)
    }

    /// Has watchers know of what they may be told.
    mutating func noteSights(comparesCards: Bool) {
        let before = sights
        sights = (0..<3).map { viewer in
            ids.indices.map { model.entry(of: $0, seenBy: viewer, ids) }
        }
        guard !before.isEmpty else { return }
        for (viewer, (old, new)) in zip(before, sights).enumerated() {
            var changed = 0
            for user in ids.indices
            where !old[user].isShownLike(new[user], comparesCards: comparesCards) {
                changed |= 1 << user
            }
            guard changed != 0 else { continue }
            for index in watchers.indices where watchers[index].viewer == viewer {
                watchers[index].note(changed)
            }
        }
    }

    private func checkEntries(seenBy viewer: Int) throws {
        guard model.knowsBlocks else {
            let entries = try? roster.entries(of: ids, seenBy: ids[viewer])
            return try Breach.unless(entries == nil, "presence is shown before blocks are known")
        }
        let entries = try roster.entries(of: ids, seenBy: ids[viewer])
        for (user, entry) in entries.enumerated() {
            try Breach.unlessEqual(
                entry, model.entry(of: user, seenBy: viewer, ids),
                "user \(user) as user \(viewer) sees them")
        }
    }

    /// The owner's view.
    private func checkDevices(of user: Int) throws {
        let found = roster.devices(of: ids[user]).map {
            OwnDevice(lease: $0.leaseID, state: $0.state, isAttached: $0.isAttached)
        }
        let expected = model.users[user].devices.map {
            OwnDevice(lease: $0.lease, state: $0.state, isAttached: $0.stream != nil)
        }
        try Breach.unlessEqual(
            found.sorted { $0.lease < $1.lease }, expected.sorted { $0.lease < $1.lease },
            "devices of user \(user)")
    }

    private mutating func checkCounts() throws {
        let devices = model.users.flatMap(\.devices)
        let open = watchers.filter { $0.watch != nil }
        let known = model.users.indices.filter(isKnown)
        // A call that has reserved a version may have entered its user, and one who was never seen
        // stays after a status has ended.
        let others = ids.indices.filter { user in
            calls.contains { $0.user == user && $0.reserved != nil }
                || states.contains { $0.users[user].status != nil }
        }
        let most = Set(known + others).count
        var expected = GetPresenceCountsResponse()
        expected.users = UInt64(min(max(known.count, roster.users.count), most))
        expected.onlineUsers = UInt64(model.users.filter { $0.state == .online }.count)
        expected.awayUsers = UInt64(model.users.filter { $0.state == .away }.count)
        expected.leases = UInt64(devices.count)
        expected.invisibleLeases = UInt64(devices.filter { $0.mode == .invisible }.count)
        expected.attached = UInt64(streams.count)
        expected.watches = UInt64(open.count)
        expected.watchedUsers = UInt64(open.reduce(0) { $0 + $1.users.nonzeroBitCount })
        expected.becameStaleAtMs = model.staleSince
        try Breach.unlessEqual(
            roster.counts, expected,
            "counts, where users \(ids.indices.filter { roster.users.index(of: ids[$0]) != nil }) are known, "
                + "expected \(known)")
        try Breach.unlessEqual(roster.leases.takeTally().ends, model.ends, "ends of leases")
        model.ends = [:]
    }

    /// Whether there is anything that Presence has to know of a user.
    private func isKnown(_ user: Int) -> Bool {
        let known = model.users[user]
        return known.lastSeen > 0 || !known.devices.isEmpty || known.status != nil
            || known.settingNumber > 0 || !known.card.isEmpty || known.blocked != 0
            || model.users.contains { $0.blocked >> user & 1 == 1 }
            || watchers.contains { $0.watch != nil && $0.watches(user) }
    }

    /// Once all is fanned out and taken, a client knows what the model says.
    func checkKnown(_ watcher: ScheduledWatcher) throws {
        for user in ids.indices where watcher.watches(user) {
            if isDayLate, model.users[user].visibility == .coarse, user != watcher.viewer {
                continue
            }
            guard let known = watcher.known[user] else {
                throw Breach("user \(watcher.viewer) was told nothing of user \(user)")
            }
            let entry = model.entry(of: user, seenBy: watcher.viewer, ids)
            try Breach.unless(
                known.isShownLike(entry, comparesCards: model.knowsNames)
                    && (known.lastSeen <= entry.lastSeen || watcher.mayGoBack >> user & 1 == 1),
                "user \(watcher.viewer) knows of user \(user) \(known), expected \(entry)")
        }
        try Breach.unlessEqual(watcher.staleSince, model.staleSince, "stale since, as told")
    }

    /// When a user was last seen goes back only by erasure.
    func checkOrder(
        of entry: Roster.Entry, after old: Roster.Entry?, by watcher: ScheduledWatcher
    ) throws {
        guard let old, entry.lastSeen > 0, let user = ids.firstIndex(of: entry.user),
            watcher.mayGoBack >> user & 1 == 0
        else { return }
        try Breach.unless(entry.lastSeen >= old.lastSeen, "when user \(user) was seen goes back")
    }
}

/// A device as its user sees it.
private struct OwnDevice: Equatable {
    let lease: UInt64
    let state: DeviceState
    let isAttached: Bool
}
