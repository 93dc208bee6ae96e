import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// Devices whose leases live with a stream.
extension Roster {
    /// Takes a lease for a device whose stream has begun. It replaces the device's earlier lease.
    mutating func attach(
        _ id: UUIDv7, _ wanted: LeaseRequest, tokenEnd: Int64, at now: Moment
    ) throws(RPCError) -> (Lease, AttachTable.ID) {
        let lease = try goOnline(id, wanted, at: now)
        let stream = attached.open(lease: lease.id, of: lease.user, tokenEnd: tokenEnd)
        leases.setAttachment(of: lease.id, stream)
        return (lease, stream)
    }

    /// Renews the lease of a stream, and records the update of its device.
    ///
    /// - Returns: nil if the update was recorded. If the user has made too many changes, the
    ///   milliseconds to wait before the next attempt.
    mutating func hear(
        _ stream: AttachTable.ID, _ update: DeviceUpdate, at now: Moment
    ) throws(RPCError) -> Int64? {
        leases.forgiveStall(now: now.monotonic)
        guard let held = attached.lease(of: stream), let lease = leases.lease(held.id) else {
            throw .leaseEnded
        }
        let pause = update.isBeat ? nil : changeLimit.take(lease.user, now: now.monotonic)
        _ = try renew(lease, pause == nil ? update : DeviceUpdate(), at: now)
        return pause
    }

    /// Ends the lease of a stream whose device goes offline.
    mutating func goOffline(_ stream: AttachTable.ID, at now: Moment) {
        guard let lease = attached.lease(of: stream) else { return }
        // The stream has asked for it itself, so it is not ended by it.
        leases.setAttachment(of: lease.id, AttachTable.none)
        goOffline(lease.id, of: users.id(of: lease.user), at: now)
    }

    /// Closes a stream. Its device has a grace to return, and stays visible meanwhile. If the
    /// service has ended the stream for reasons of its own, the lease stays as it is.
    mutating func detach(_ stream: AttachTable.ID, at now: Moment) {
        defer { attached.close(stream) }
        guard let held = attached.lease(of: stream), let lease = leases.lease(held.id),
            leases.attachment(of: lease.id) == stream
        else { return }
        leases.setAttachment(of: lease.id, AttachTable.none)
        switch attached.ending(of: stream) {
        case .draining(let pause): leases.extend(lease.id, by: pause, now: now.monotonic)
        case .doubt: break
        case .lease, .token, nil:
            leases.forgiveStall(now: now.monotonic)
            let grace = configuration.detachGrace.wholeMilliseconds
            guard grace > 0 else { return endLease(lease, .grace) }
            leases.detach(lease.id, for: grace, now: now.monotonic)
        }
    }
}
