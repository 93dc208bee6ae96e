import RollcallBasics
import RollcallCrypto

/// Devices whose leases live with a stream.
extension Roster {
    /// Takes a lease for a device whose stream has begun, in place of the one that it may have.
    mutating func attach(
        _ id: UUIDv7, _ wish: LeaseWish, tokenEnd: Int64, at now: Moment
    ) throws(Refusal) -> (Lease, AttachTable.ID) {
        let lease = try goOnline(id, wish, at: now)
        let stream = attached.open(lease: lease.id, of: lease.user, tokenEnd: tokenEnd)
        leases.setAttachment(of: lease.id, stream)
        return (lease, stream)
    }

    /// Renews the lease of a stream, and notes what its device says.
    ///
    /// - Returns: how long until that is noted, in milliseconds, when the user has changed too much of late;
    ///   nil when it was noted.
    mutating func hear(
        _ stream: AttachTable.ID, _ news: DeviceNews, at now: Moment
    ) throws(Refusal) -> Int64? {
        guard let lease = attached.lease(of: stream) else { throw .leaseEnded }
        do {
            _ = try renew(lease.id, of: lease.user, news, at: now)
            return nil
        } catch .tooManyChanges(let pause) {
            _ = try renew(lease.id, of: lease.user, DeviceNews(), at: now)
            return pause
        }
    }

    /// Ends the lease of a stream whose device says that it goes offline.
    mutating func goOffline(_ stream: AttachTable.ID, at now: Moment) {
        guard let lease = attached.lease(of: stream) else { return }
        // The stream has said so itself, and need not be told.
        leases.setAttachment(of: lease.id, nil)
        goOffline(lease.id, of: users.id(of: lease.user), at: now)
    }

    /// Closes a stream. Its device has a grace to come back, in which nobody sees that it is gone. A stream
    /// that the service has ended for reasons of its own leaves the lease as it is.
    mutating func detach(_ stream: AttachTable.ID, at now: Moment) {
        defer { attached.close(stream) }
        guard let held = attached.lease(of: stream), let lease = leases.lease(held.id),
            leases.attachment(of: lease.id) == stream
        else { return }
        leases.setAttachment(of: lease.id, nil)
        switch attached.ending(of: stream) {
        case .draining(let pause): leases.extend(lease.id, by: pause, now: now.monotonic)
        case .doubt: break
        case .lease, .token, nil:
            leases.forgiveStall(now: now.monotonic)
            let grace = configuration.detachGrace.wholeMilliseconds
            guard grace > 0 else { return change(lease.user) { $0.end(lease, .grace) } }
            leases.shorten(lease.id, to: grace, now: now.monotonic)
            detached.insert(lease.id)
        }
    }

    /// Ends streams, whose handlers are woken. What becomes of the leases is decided when they are closed.
    mutating func endStream(_ stream: AttachTable.ID, _ ending: AttachTable.Ending) {
        if attached.end(stream, ending) { wokenStreams.append(stream) }
    }

    /// Ends the streams whose caller's token has ended.
    mutating func endStreamsOfEndedTokens(at now: Moment) {
        for stream in attached.due(at: now.wall) { endStream(stream, .token) }
    }

    mutating func endAllStreams(_ ending: (AttachTable.ID) -> AttachTable.Ending) {
        for stream in attached.all { endStream(stream, ending(stream)) }
    }

    /// Takes out the streams that have been ended.
    mutating func takeWokenStreams() -> [AttachTable.ID] {
        defer { wokenStreams.removeAll(keepingCapacity: true) }
        return wokenStreams
    }
}
