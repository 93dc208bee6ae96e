import RollcallCrypto

@testable import Presence

/// What is written, and what a restart finds.
extension PresenceSchedule {
    /// A batch is taken; it is written later, or put back.
    mutating func write() throws {
        guard taken != nil else { return take(limit: limit()) }
        if chance(1, of: 5), let batch = taken?.batch {
            note("a batch is put back")
            roster.putBack(batch)
            taken = nil
        } else {
            try record()
        }
    }

    /// As many rows as there are of some kinds: which of the others come first is not said, and not
    /// the same in each run of this test.
    private mutating func limit() -> Int {
        guard chance(1, of: 4) else { return 1_000 }
        var copy = roster
        guard let all = copy.takeBatch(1_000, at: now), let history = all.history else {
            return 1_000
        }
        let kinds = [
            all.lastSeen.count, all.held.count, all.ended.count, all.statuses.count,
            history.versions.count,
        ]
        let limit = kinds.prefix(1 + number(kinds.count)).reduce(0, +)
        return limit == 0 ? 1_000 : limit
    }

    private mutating func take(limit: Int) {
        guard let batch = roster.takeBatch(limit, at: now) else { return }
        note(
            "a batch of at most \(limit) rows is taken, "
                + (batch.history?.isWhole == true ? "whole" : "in part"))
        taken = Taken(
            batch: batch, state: states.count - 1, version: settledVersion)
    }

    mutating func record() throws {
        guard let taken, let history = taken.batch.history else { return }
        note("a batch is written")
        file.record(taken.batch)
        self.taken = nil
        guard history.isWhole else { return }
        states.removeFirst(taken.state)
        wholeAt = taken.batch.aliveAt
        written[run] = taken.version
    }

    /// The process dies at once.
    mutating func kill() throws {
        note("killed")
        try checkLosses()
        try restart()
    }

    /// The service stops in order, and loses nothing.
    mutating func stop() throws {
        note("stopped in order")
        try finishCalls()
        try noteEndedStreams()
        try endAll()
        try noteEndedStreams()
        for stream in streams { detach(stream.id) }
        try record()
        states = [model]
        wholeAt = now.wall
        roster.noteHolders()
        while roster.journal.hasUnwritten {
            let left = chance(1, of: 2) ? limit() : 1_000
            take(limit: left)
            try record()
        }
        try Breach.unless(!roster.journal.hasUnwritten, "not everything is written")
        for (user, known) in model.users.enumerated() where !known.isErased {
            try Breach.unlessEqual(
                file.lastSeen[ids[user]]?.at ?? 0, known.lastSeen,
                "written when user \(user) was seen")
        }
        try checkLosses()
        try restart()
    }

    private mutating func restart() throws {
        now.monotonic = milliseconds(0...1_000_000)
        now.wall += milliseconds(
            chance(1, of: 5)
                ? 280_000...1_000_000 : chance(1, of: 6) ? -3_600_000 ... -1 : 1...20_000)
        now.wall = max(now.wall, Self.start - 40_000_000)
        if chance(1, of: 10) { now.wall += 86_400_000 * milliseconds(1...8) }
        let before = apartness
        let journal = file.journal(ids)
        note(
            "restart at \(now.wall - Self.start), \((now.wall - journal.aliveAt)) ms after it was alive"
        )
        roster = Roster(
            configuration: configuration, epoch: numbers.next(), firstLeaseID: numbers.next(),
            now: now)
        roster.restore(journal, at: now)
        run += 1
        if chance(1, of: 12) {
            note("  the run is not written")
            roster.journal.history = roster.journal.history.forgetting(numbers.next())
        } else {
            file.begin(roster.journal.history)
            written[run] = roster.journal.history.base
        }
        roster.restore(file.blocks(ids))
        floor = file.history.isWhole ? file.history.floor : roster.journal.history.base
        if written[run] == nil { floor = roster.journal.history.base }
        ended = []
        (taken, calls, streams, unwrittenBlocks) = (nil, [], [], nil)
        unwrittenLists = []
        countedUntil = [:]
        try restoreModel(journal)
        noteRestart(since: before)
        try tellAgain()
    }

    private mutating func restoreModel(_ journal: StoredJournal) throws {
        var restored = PresenceModel(users: ids.count, now: now)
        restored.knowsBlocks = file.hasAllBlocks
        restored.knowsNames = false
        for (user, id) in ids.enumerated() {
            restored.users[user].isErased = file.erased.contains(id)
            restored.users[user].status = file.statuses[id]
            restored.users[user].visibility = file.settings[id]?.visibility ?? .everyone
            restored.users[user].settingNumber = file.settings[id]?.number ?? 0
            for (other, otherID) in ids.enumerated()
            where file.blocked[id]?.contains(otherID) == true {
                restored.users[user].blocked |= 1 << other
            }
            guard let seen = file.lastSeen[id] else { continue }
            restored.users[user].lastSeen = seen.at
            restored.users[user].days = [Int64(seen.dayBefore.number), seen.at / 86_400_000]
                .filter { $0 > 0 }
        }
        // So the file is, until the next batch.
        var written = restored
        let alive = Moment(monotonic: now.monotonic, wall: journal.aliveAt)
        written.hold(journal, at: alive, ids, sessions, sees: false)
        restored.hold(journal, at: now, ids, sessions, sees: true)
        model = restored
        try checkBounds()
        states = [written, model]
        wholeAt = journal.aliveAt
    }

    /// What was not written may be lost, so watches may be told of it as it was before.
    private mutating func noteRestart(since before: [Int]) {
        noteSights(comparesCards: false)
        let after = apartness
        for index in watchers.indices {
            let viewer = watchers[index].viewer
            watchers[index].leave()
            watchers[index].note(before[viewer] ^ after[viewer])
            watchers[index].mayBeAnswered = true
            watchers[index].noteForgotten(~0)
        }
    }

    /// Auth and Profile tell again what was not answered.
    private mutating func tellAgain() throws {
        profile.told = nil
        let again = owed
        owed = []
        for user in again { try erase(user) }
        if model.knowsBlocks { try tellBlocks() }
        noteSights(comparesCards: true)
        states.append(model)
    }
}

extension PresenceModel {
    /// Holds the leases that are in the file, from now on: their devices were heard within their
    /// lease before the service was alive last.
    fileprivate mutating func hold(
        _ journal: StoredJournal, at now: Moment, _ ids: [UUIDv7], _ sessions: [UUIDv7],
        sees: Bool
    ) {
        let isRecent = now.wall - journal.aliveAt <= Self.restartGrace
        for user in ids.indices {
            let stored = journal.leases.filter { $0.user == ids[user] }
            let isVisible = !stored.contains { $0.mode == .invisible }
            for lease in stored where sees && isVisible {
                see(user, at: journal.aliveAt - Int64(lease.duration))
            }
            for lease in stored where !sees || isRecent {
                users[user].devices.append(
                    Device(
                        lease: lease.id, device: Int(lease.device.bits),
                        session: sessions.firstIndex(of: lease.session) ?? 0,
                        duration: Int64(lease.duration), mode: lease.mode, isIdle: lease.isIdle,
                        heardAt: now.monotonic,
                        deadline: now.monotonic + Int64(lease.duration)))
                unconfirmed.insert(lease.id)
            }
        }
        if !unconfirmed.isEmpty { staleSince = max(1, journal.aliveAt) }
        today = now.wall / 86_400_000
    }
}
