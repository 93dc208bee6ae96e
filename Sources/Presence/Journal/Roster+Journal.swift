import RollcallBasics
import RollcallCrypto

/// What outlives the process.
extension Roster {
    /// Takes out what is to be written next, of at most `limit` rows; nil when that is nothing. As
    /// long as somebody is here, it is at least that the service is alive.
    mutating func takeBatch(_ limit: Int, at now: Moment) -> JournalBatch? {
        guard hasUnwritten || leases.count > 0 else { return nil }
        let taken = backlog.take(limit)
        var batch = JournalBatch(aliveAt: now.wall)
        for id in taken.leases {
            if let lease = leases.lease(id) {
                batch.held.append(stored(lease))
            } else {
                batch.ended.append(id)
            }
        }
        // Who was erased meanwhile was never seen.
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

    /// Puts back what could not be written.
    mutating func putBack(_ batch: JournalBatch) {
        backlog.putBack(
            held: batch.held.map(\.id), ended: batch.ended,
            users: batch.lastSeen.compactMap { users.index(of: $0.user) },
            statuses: batch.statuses.map(\.user))
        if let history = batch.history { putBack(history) }
    }

    /// Has it written when those who are here were last seen. Else that is written when they leave,
    /// and follows from their leases should the process be killed before.
    mutating func noteHolders() {
        for lease in leases.all where users.lastSeen(lease.user) > 0 {
            backlog.userSeen(lease.user)
        }
    }

    /// Takes up what an earlier run has left.
    ///
    /// Its leases are held for their whole duration from now: no device could renew one while the
    /// service was down. If that was for too long, they have ended.
    mutating func restore(_ journal: StoredJournal, at now: Moment) {
        erased.formUnion(journal.erased)
        frozen.formUnion(journal.frozen)
        for seen in journal.lastSeen {
            users.restore(users.enter(seen.user), at: seen.at, dayBefore: seen.dayBefore)
        }
        for setting in journal.settings { restore(setting) }
        for stored in journal.statuses {
            if let status = stored.status { statuses.set(status, of: users.enter(stored.user)) }
        }
        let invisible = Set(journal.leases.filter { $0.mode == .invisible }.map(\.user))
        let isRecent =
            now.wall - journal.aliveAt <= configuration.restartGrace.wholeMilliseconds
        for lease in journal.leases {
            let user = users.enter(lease.user)
            if !invisible.contains(lease.user) {
                // It was held, and so renewed within its duration before.
                users.see(user, at: journal.aliveAt - Int64(lease.duration))
                backlog.userSeen(user)
            }
            // One who is frozen has none: the service may have been killed before it ended them.
            if isRecent, !frozen.contains(lease.user) {
                leases.hold(Lease(lease, user: user), now: now.monotonic)
            } else {
                backlog.leaseEnded(lease.id)
            }
        }
        for user in Set(leases.all.map(\.user)) {
            visibleUsers[leases.state(of: user), default: 0] += 1
        }
        users.today = Day(of: now.wall)
        restore(journal.history, at: now)
        if isRecent {
            doubt(leases.all.map(\.id), since: journal.aliveAt)
        } else {
            // The file has them online, and so has been told who watched them. Of others, whose state
            // nobody saw, nobody is told that they were there.
            for lease in journal.leases where !invisible.contains(lease.user) {
                if !frozen.contains(lease.user) { tellState(of: users.enter(lease.user)) }
            }
        }
        // Of one who was invisible and never seen, nothing is left when the lease is not held.
        for lease in journal.leases { leaveIfUnknown(users.enter(lease.user)) }
    }

    private func stored(_ lease: Lease) -> StoredLease {
        StoredLease(
            id: lease.id, user: users.id(of: lease.user), device: lease.device,
            session: lease.session, duration: lease.duration, mode: lease.mode,
            isIdle: lease.isIdle, since: lease.since)
    }
}

extension Lease {
    fileprivate init(_ stored: StoredLease, user: UserTable.Index) {
        self.init(
            id: stored.id, user: user, device: stored.device, session: stored.session,
            duration: stored.duration, mode: stored.mode, isIdle: stored.isIdle,
            since: stored.since)
    }
}
