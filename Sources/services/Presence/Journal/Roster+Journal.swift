import RollcallBasics

/// State that survives the process.
extension Roster {
    /// Takes the next batch to write, of at most `limit` rows; nil when there is nothing. While a
    /// user is online, a batch at least records that the service is alive.
    package mutating func takeBatch(_ limit: Int, at now: Moment) -> JournalBatch? {
        guard journal.hasUnwritten || leases.count > 0 else { return nil }
        let taken = journal.backlog.take(limit)
        var batch = JournalBatch(aliveAt: now.wall)
        for id in taken.leases {
            if let lease = leases.lease(id) {
                var stored = lease.held(by: users.id(of: lease.user))
                stored.isUnheard = false
                batch.held.append(stored)
            } else {
                batch.ended.append(id)
            }
        }
        // Users erased meanwhile count as never seen.
        batch.lastSeen = taken.users.filter { users.lastSeen($0) > 0 }.map {
            LastSeen(
                user: users.id(of: $0), at: users.lastSeen($0), dayBefore: users.dayBefore($0))
        }
        batch.statuses = taken.statuses.map {
            StoredStatus(user: $0, status: status(of: $0))
        }
        batch.history = takeHistory(
            limit - taken.leases.count - taken.users.count - taken.statuses.count)
        return batch
    }

    /// Puts back a batch that could not be written.
    mutating func putBack(_ batch: JournalBatch) {
        journal.backlog.putBack(
            held: batch.held.map(\.id), ended: batch.ended,
            users: batch.lastSeen.compactMap { users.index(of: $0.user) },
            statuses: batch.statuses.map(\.user))
        if let history = batch.history { journal.unwritten.putBack(history) }
    }

    /// Lets the last seen times of online users be written. Otherwise they are written when the
    /// users go offline. After a crash they are derived from the leases.
    mutating func noteHolders() {
        for lease in leases.all where users.lastSeen(lease.user) > 0 {
            journal.backlog.userSeen(lease.user)
        }
    }

    /// Restores the state of an earlier run.
    ///
    /// Its leases are extended by their whole duration from now, as no device could renew one while
    /// the service was down. If it was down for longer than `restartGrace`, they have ended.
    mutating func restore(_ stored: StoredJournal, at now: Moment) {
        users.erase(stored.erased)
        for seen in stored.lastSeen {
            users.restore(users.enter(seen.user), at: seen.at, dayBefore: seen.dayBefore)
        }
        for setting in stored.settings { restore(setting) }
        for entry in stored.statuses {
            if let status = entry.status { statuses.set(status, of: users.enter(entry.user)) }
        }
        let invisible = Set(stored.leases.filter { $0.mode == .invisible }.map(\.user))
        let isRecent =
            now.wall - stored.aliveAt <= configuration.restartGrace.wholeMilliseconds
        for lease in stored.leases {
            let user = users.enter(lease.user)
            if !invisible.contains(lease.user) {
                // The lease was held at `aliveAt`, so it had been renewed within its duration
                // before.
                users.see(user, at: stored.aliveAt - Int64(lease.duration))
                journal.backlog.userSeen(user)
            }
            if isRecent {
                var held = lease.held(by: user)
                held.isUnheard = true
                leases.hold(held, now: now.monotonic)
            } else {
                journal.backlog.leaseEnded(lease.id)
            }
        }
        for user in Set(leases.all.map(\.user)) {
            leases.countUser(from: .offline, to: leases.state(of: user))
        }
        users.today = Day(of: now.wall)
        restore(stored.history, at: now)
        if isRecent {
            if leases.unheardCount > 0 {
                watches.setStale(.restoredLeases, since: stored.aliveAt)
            }
        } else {
            // Those users are online in the file, and were online for their watchers. Invisible
            // users were not visible, so no watch is sent their change.
            for lease in stored.leases where !invisible.contains(lease.user) {
                tellState(of: users.enter(lease.user))
            }
        }
        // An invisible user who was never seen leaves no trace if the lease is not held.
        for lease in stored.leases { leaveIfUnknown(users.enter(lease.user)) }
    }
}
