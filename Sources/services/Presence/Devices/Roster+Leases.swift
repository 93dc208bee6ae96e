import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// What devices do.
extension Roster {
    /// Takes a lease for a device. It replaces the device's earlier lease.
    package mutating func goOnline(
        _ id: UUIDv7, _ wanted: LeaseRequest, at now: Moment
    ) throws(RPCError) -> Lease {
        leases.forgiveStall(now: now.monotonic)
        guard !users.erased.contains(id) else { throw .userErased }
        let known = users.index(of: id)
        let old = known.flatMap { leases.lease(of: $0, device: wanted.device) }
        guard old != nil || leases.count < configuration.leases else { throw .overloaded }
        guard old != nil || known.map(leases.isFull) != true else { throw .tooManyDevices }
        // A user who is unknown so far has made no changes.
        if let known { try countChange(of: known, at: now) }
        let user = known ?? users.enter(id)
        return change(user) { roster in
            if let old { roster.end(old, .replaced) }
            let lease = roster.leases.begin(wanted, user: user, at: now)
            roster.journal.backlog.leaseBegan(lease.id)
            roster.see(user, at: now)
            return lease
        }
    }

    /// Renews a lease, and records the update of its device.
    package mutating func renew(
        _ lease: UInt64, of id: UUIDv7, _ update: DeviceUpdate = DeviceUpdate(), at now: Moment
    ) throws(RPCError) -> Lease {
        leases.forgiveStall(now: now.monotonic)
        guard let user = users.index(of: id), let old = leases.lease(lease, of: user) else {
            throw .leaseEnded
        }
        if !update.isBeat { try countChange(of: user, at: now) }
        return try renew(old, update, at: now)
    }

    /// Renews a lease, and records the update of its device, without counting a change.
    mutating func renew(
        _ old: Lease, _ update: DeviceUpdate, at now: Moment
    ) throws(RPCError) -> Lease {
        let (lease, user) = (old.id, old.user)
        // The user is also seen before the change, as a device that becomes invisible was visible
        // until now.
        see(user, at: now)
        defer { noteUnheardLeases() }
        guard !update.isBeat else {
            return leases.renew(lease, of: user, update, now: now.monotonic) ?? old
        }
        let renewed = change(user) { roster in
            roster.leases.renew(lease, of: user, update, now: now.monotonic) ?? old
        }
        see(user, at: now)
        if renewed.mode != old.mode || renewed.isIdle != old.isIdle {
            journal.backlog.leaseChanged(lease)
        }
        if let status = update.status { try setStatus(status, of: user) }
        return renewed
    }

    /// Counts a change of a user. Throws if the user makes too many.
    mutating func countChange(of user: UserTable.Index, at now: Moment) throws(RPCError) {
        if let pause = changeLimit.take(user, now: now.monotonic) { throw .tooManyChanges(pause) }
    }

    /// Ends a lease. Does nothing if it has ended or belongs to another user.
    mutating func goOffline(
        _ lease: UInt64, of id: UUIDv7, _ cause: LeaseEnd = .offline, at now: Moment
    ) {
        guard let user = users.index(of: id), let lease = leases.lease(lease, of: user) else {
            return
        }
        see(user, at: now)
        endLease(lease, cause)
    }

    /// Ends the leases that are past their deadlines, and marks the devices that have become idle.
    mutating func expire(at now: Moment) {
        for lease in leases.due(now: now.monotonic).invisibleLast {
            endLease(lease, leases.isDetached(lease.id) ? .grace : .silence)
        }
        for lease in leases.idleDue(now: now.monotonic) {
            change(lease.user) { $0.leases.markIdle(lease.id) }
            journal.backlog.leaseChanged(lease.id)
        }
        for user in statuses.due(at: now.wall) {
            removeStatus(of: user)
            leaveIfUnknown(user)
        }
    }

    /// Ends the leases of ended sessions. The users' last seen times stay as they are.
    mutating func endLeases(of sessions: [UUIDv7]) {
        for session in sessions {
            for lease in leases.leases(ofSession: session).invisibleLast {
                endLease(lease, .session)
            }
        }
    }

    mutating func endAllLeases() {
        for lease in Array(leases.all).invisibleLast {
            endLease(lease, .session)
        }
    }

    /// Ends a lease, and records the change for the watches. The user leaves the tables if all of
    /// the user's devices were invisible and nothing else is known of the user.
    mutating func endLease(_ lease: Lease, _ cause: LeaseEnd) {
        change(lease.user) { $0.end(lease, cause) }
        leaveIfUnknown(lease.user)
    }

    /// Removes a lease from the tables. To be called within `change`.
    mutating func end(_ lease: Lease, _ cause: LeaseEnd) {
        if let stream = leases.attachment(of: lease.id) { attached.end(stream, .lease(cause)) }
        leases.end(lease.id, cause)
        noteUnheardLeases()
        journal.backlog.leaseEnded(lease.id)
    }

    /// Ends the staleness after a restart, once each lease of the earlier run was renewed or has
    /// ended.
    private mutating func noteUnheardLeases() {
        guard watches.staleness.since != 0, leases.unheardCount == 0 else { return }
        watches.setStale(.restoredLeases, since: nil)
    }

    /// Sets the user's last seen time to now, unless the user is invisible.
    private mutating func see(_ user: UserTable.Index, at now: Moment) {
        guard !leases.isInvisible(user) else { return }
        noteBucket(of: user, seenAt: now.wall)
        users.see(user, at: now.wall)
    }
}

extension [Lease] {
    /// The order for leases that end together. Invisible devices come last, so that no watcher sees
    /// the user's other devices go, or learns that there were any.
    var invisibleLast: [Lease] {
        filter { $0.mode != .invisible } + filter { $0.mode == .invisible }
    }
}
