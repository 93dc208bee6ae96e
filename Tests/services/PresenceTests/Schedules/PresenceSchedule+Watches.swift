import RollcallAPI
import RollcallCrypto
import RollcallRPC

@testable import Presence

/// What those who watch do.
extension PresenceSchedule {
    /// Some watches hear of what has changed.
    mutating func fanOut() {
        let limit = 1 + number(4)
        note("fan out: \(limit)")
        _ = roster.watches.fanOut(limit)
    }

    mutating func leave() {
        let index = number(watchers.count)
        guard let watch = watchers[index].watch else { return }
        note("watcher \(index) leaves")
        roster.closeWatch(watch)
        watchers[index].leave()
    }

    /// - Parameter isEnding: whose watches are to end.
    mutating func endWatches(
        _ ended: [WatchTable.ID], _ isEnding: (ScheduledWatcher) -> Bool
    ) throws {
        var expected: Set<WatchTable.ID> = []
        for index in watchers.indices where isEnding(watchers[index]) {
            guard let watch = watchers[index].watch else { continue }
            expected.insert(watch)
            note("the watch of watcher \(index) ends")
            roster.closeWatch(watch)
            watchers[index].leave()
        }
        try Breach.unlessEqual(Set(ended), expected, "ended watches")
    }

    /// A watcher takes what there is; one that has left comes back first.
    mutating func read(watcher index: Int, fansOut: Bool) throws {
        guard !model.users[watchers[index].viewer].isErased else { return }
        if watchers[index].watch == nil {
            try open(index)
        } else {
            note("watcher \(index) reads\(fansOut ? ", all is fanned out" : "")")
        }
        if fansOut { _ = roster.watches.fanOut(.max) }
        try take(index)
        guard fansOut, watchers[index].watch != nil else { return }
        watchers[index].mayBeAnswered = false
        try checkKnown(watchers[index])
        if chance(1, of: 8) { watchers[index].store() }
    }

    /// Now and then with a cursor of another history, or of the future; or in two messages.
    private mutating func open(_ index: Int) throws {
        var watcher = watchers[index]
        if let stored = watcher.stored.first, chance(1, of: 6) {
            note("watcher \(index) begins again as it was stored")
            watcher = stored
        }
        if watcher.users == 0 { watcher.users = 1 << number(Self.userCount) }
        watcher.parked = [:]
        if watcher.cursor != nil, chance(1, of: 20) {
            watcher.cursor?.epoch &+= 1
        } else if watcher.cursor != nil, chance(1, of: 20) {
            watcher.cursor?.version += 1 << 50
        } else if chance(1, of: 12) {
            watcher.cursor = nil
        }
        let isKnown = isKnown(watcher.cursor, of: watcher.run)
        var rest = watcher.users.nonzeroBitCount > 1 && chance(1, of: 4) ? someUsers(atLeast: 1) : 0
        rest &= watcher.users
        if rest == watcher.users { rest = 0 }
        let cursor = watcher.cursor
        note(
            "watcher \(index) of user \(watcher.viewer) opens \(watcher.users) cursor "
                + "\(cursor.map { "\($0)" } ?? "none"), \(isKnown ? "" : "not ")known")
        watcher.session = watcher.viewer * 2 + number(2)
        watcher.tokenEnd = now.wall + milliseconds(10_000...300_000)
        let caller = WatchCaller(
            user: ids[watcher.viewer], session: sessions[watcher.session], end: watcher.tokenEnd)
        let opening = WatchChange(added: ids(watcher.users & ~rest), cursor: cursor)
        do {
            watcher.watch = try roster.openWatch(opening, by: caller)
            try Breach.unless(model.knowsBlocks, "a watch opened before blocks were known")
        } catch let refusal as RPCError {
            try Breach.unless(
                refusal == .blocksUnknown && !model.knowsBlocks, "a watch was refused: \(refusal)")
            return
        }
        watcher.requests = 1
        watcher.isOwedAnAnswer = true
        watcher.run = run
        watchers[index] = watcher
        let asked = watcher.users
        watchers[index].users &= ~rest
        let update = try take(index)
        try Breach.unless(update != nil, "a watch was not answered")
        try Breach.unlessEqual(update?.isSnapshot, !isKnown, "whether it is a snapshot")
        try Breach.unlessEqual(
            update?.isReset, cursor != nil && !isKnown, "whether it is a reset")
        guard rest != 0 else { return }
        watchers[index].users = asked
        watchers[index].requests += 1
        watchers[index].isOwedAnAnswer = true
        // They are told as the cursor says.
        if isKnown {
            watchers[index].changed |= watcher.changed & rest
        } else {
            watchers[index].added = rest
        }
        for user in ids.indices where rest >> user & 1 == 1 {
            watchers[index].known[user] = isKnown ? watcher.known[user] : nil
        }
        guard let watch = watchers[index].watch else { return }
        try roster.changeWatch(watch, WatchChange(added: ids(rest), cursor: cursor))
        try Breach.unless(try take(index) != nil, "a watch was not answered")
    }

    /// Whether all is known that has changed since a cursor.
    private func isKnown(_ cursor: PresenceCursor?, of cursorRun: Int) -> Bool {
        guard let cursor, cursor.epoch == roster.epoch, cursor.version >= floor,
            cursor.version <= roster.watches.version
        else { return false }
        return cursorRun == run || written[cursorRun].map { cursor.version <= $0 } ?? false
    }

    /// A message removes users and adds others. Those who were watched before go on from there, now
    /// and then.
    mutating func changeWatch() throws {
        let index = number(watchers.count)
        var watcher = watchers[index]
        guard let watch = watcher.watch, let cursor = watcher.cursor else { return }
        let removed = number(1 << Self.userCount) & number(1 << Self.userCount)
        for user in ids.indices where (removed & watcher.users & ~watcher.untold) >> user & 1 == 1 {
            guard let entry = watcher.known[user] else { continue }
            watcher.parked[user] = ScheduledWatcher.Parked(
                entry: entry, cursor: cursor, run: watcher.run,
                hasChanged: watcher.changed >> user & 1 == 1)
        }
        watcher.users &= ~removed
        watcher.added &= ~removed
        watcher.untold &= ~removed
        var added = number(1 << Self.userCount) & ~watcher.users
        var change = WatchChange(added: [], removed: ids(removed))
        if chance(1, of: 2),
            let user = watcher.parked.keys.sorted().first(where: { added >> $0 & 1 == 1 }),
            let parked = watcher.parked[user]
        {
            added = 1 << user
            change.cursor = parked.cursor
            watcher.known[user] = parked.entry
            if !isKnown(parked.cursor, of: parked.run) {
                watcher.added |= added
            } else if parked.hasChanged {
                watcher.changed |= added
            } else {
                watcher.changed &= ~added
            }
        } else {
            watcher.added |= added
        }
        for user in ids.indices where added >> user & 1 == 1 { watcher.parked[user] = nil }
        watcher.users |= added
        watcher.untold |= added
        change.added = ids(added)
        note(
            "watcher \(index) removes \(removed) and adds \(added)"
                + (change.cursor.map { " from \($0)" } ?? ""))
        try roster.changeWatch(watch, change)
        watcher.requests += 1
        watcher.isOwedAnAnswer = true
        watchers[index] = watcher
    }

    /// What a watch is told, put together as a client does it.
    @discardableResult
    private mutating func take(_ index: Int) throws -> WatchUpdate? {
        var watcher = watchers[index]
        guard let watch = watcher.watch, let update = roster.takeUpdate(of: watch) else {
            try Breach.unless(!watcher.isOwedAnAnswer, "a watch was not answered")
            return nil
        }
        let entries = try update.entries
        note(
            "  told: \(update.isSnapshot ? "snapshot" : "changes")\(update.isReset ? " reset" : "") "
                + "\(entries.map { "\(ids.firstIndex(of: $0.user) ?? -1) \($0.state) \($0.lastSeen)" }) "
                + "\(update.cursor.map { "\($0.version)" } ?? "")")
        guard let cursor = update.cursor else { throw Breach("a short update has no cursor") }
        let users = entries.compactMap { ids.firstIndex(of: $0.user) }
        let told = users.reduce(0) { $0 | 1 << $1 }
        try Breach.unlessEqual(told.nonzeroBitCount, entries.count, "users told once")
        try Breach.unless(told & ~watcher.users == 0, "told of somebody who is not watched")
        try Breach.unlessEqual(update.requests, watcher.requests, "messages that are counted")
        if update.isSnapshot {
            try Breach.unlessEqual(told, watcher.users, "the users of a snapshot")
            watcher.known = watcher.known.map { _ in nil }
        } else {
            // That there was a change of the viewers themselves is no secret to them.
            let covert = told & ~(watcher.changed | watcher.added | 1 << watcher.viewer)
            try Breach.unless(covert == 0, "watcher \(index) was told of \(covert), unchanged")
            try Breach.unless(
                told != 0 || watcher.isOwedAnAnswer || watcher.mayBeAnswered
                    || update.staleSince != watcher.staleSince,
                "watcher \(index) was told of nothing")
            try Breach.unless(
                cursor.version >= watcher.cursor?.version ?? 0 || watcher.isOwedAnAnswer,
                "a cursor goes back")
        }
        for (user, entry) in zip(users, entries) {
            try checkOrder(of: entry, after: watcher.known[user], by: watcher)
            watcher.known[user] = entry
        }
        watcher.cursor = cursor
        watcher.run = run
        watcher.staleSince = update.staleSince
        watcher.isOwedAnAnswer = false
        (watcher.added, watcher.untold) = (0, 0)
        watcher.mayGoBack &= ~told
        watcher.changed &= isDayLate ? coarseUsers : 0
        watchers[index] = watcher
        return update
    }

    /// Whether it is another day than watches were told of: they are told at the next scan.
    var isDayLate: Bool {
        model.toldDay != model.today || model.today != now.wall / 86_400_000
    }

    private var coarseUsers: Int {
        model.users.indices.reduce(0) {
            $0 | (model.users[$1].visibility == .coarse ? 1 << $1 : 0)
        }
    }
}
