import RollcallCrypto

/// What devices do.
extension Roster {
    /// Takes a lease for a device, in place of the one that it may have.
    mutating func goOnline(
        _ id: UUIDv7, _ wish: LeaseWish, at now: Moment
    ) throws(Refusal) -> Lease {
        leases.forgiveStall(now: now.monotonic)
        guard !erased.contains(id) else { throw .erased }
        guard !frozen.contains(id) else { throw .frozen }
        let known = users.index(of: id)
        let old = known.flatMap { leases.lease(of: $0, device: wish.device) }
        guard old != nil || leases.count < configuration.leases else { throw .full }
        guard old != nil || known.map(leases.isFull) != true else { throw .tooManyDevices }
        let user = known ?? users.enter(id)
        return change(user) { roster in
            if let old { roster.end(old) }
            let lease = roster.leases.begin(wish, user: user, now: now.monotonic)
            roster.backlog.leaseBegan(lease.id)
            roster.users.see(user, at: now.wall)
            return lease
        }
    }

    /// Renews a lease.
    ///
    /// - Parameter isAway: what to say about the device; nil to leave it.
    mutating func renew(
        _ lease: UInt64, of id: UUIDv7, isAway: Bool? = nil, at now: Moment
    ) throws(Refusal) -> Lease {
        leases.forgiveStall(now: now.monotonic)
        guard let user = users.index(of: id), let old = leases.lease(lease, of: user) else {
            throw .leaseEnded
        }
        users.see(user, at: now.wall)
        let renewed = change(user) {
            $0.leases.renew(lease, of: user, isAway: isAway, now: now.monotonic) ?? old
        }
        if renewed != old { backlog.leaseChanged(lease) }
        confirm(lease)
        return renewed
    }

    /// Ends a lease, unless it has ended or is another user's.
    mutating func goOffline(_ lease: UInt64, of id: UUIDv7, at now: Moment) {
        guard let user = users.index(of: id), let lease = leases.lease(lease, of: user) else {
            return
        }
        users.see(user, at: now.wall)
        change(user) { $0.end(lease) }
    }

    /// Ends the leases whose time is over.
    mutating func expire(at now: Moment) {
        let due = leases.due(now: now.monotonic)
        for lease in due { change(lease.user) { $0.end(lease) } }
    }

    /// Ends the leases of sessions that have ended. They say nothing of when the users were here.
    mutating func endLeases(of sessions: [UUIDv7]) {
        for session in sessions {
            for lease in leases.leases(ofSession: session) { change(lease.user) { $0.end(lease) } }
        }
    }

    mutating func endAllLeases() {
        for lease in leases.all { change(lease.user) { $0.end(lease) } }
    }

    mutating func end(_ lease: Lease) {
        leases.end(lease.id)
        backlog.leaseEnded(lease.id)
        confirm(lease.id)
    }
}
