import RollcallAPI
import RollcallCrypto

/// The devices of a user, as the user and administrators see them.
extension Roster {
    /// A device that is online.
    struct OnlineDevice: Sendable, Equatable {
        let lease: Lease
        let isAttached: Bool
    }

    /// In the order in which they came.
    func devices(of id: UUIDv7) -> [OnlineDevice] {
        leases(of: id).map {
            OnlineDevice(lease: $0, isAttached: leases.isAttached($0.id))
        }.sorted { ($0.lease.since, $0.lease.id) < ($1.lease.since, $1.lease.id) }
    }

    func leases(of id: UUIDv7) -> [Lease] {
        users.index(of: id).map(leases.leases) ?? []
    }

    /// Takes a device of a user offline, or all of them.
    ///
    /// - Returns: how many were online.
    mutating func kick(_ id: UUIDv7, lease: UInt64? = nil, at now: Moment) -> Int {
        let kicked = leases(of: id).filter { lease == nil || $0.id == lease }
        for lease in kicked.invisibleLast { goOffline(lease.id, of: id, .kicked, at: now) }
        return kicked.count
    }
}

extension Roster.OnlineDevice {
    var message: Device {
        Device(
            leaseID: lease.id, deviceDigest: lease.device.bits,
            sessionID: lease.session.description, state: lease.state, isAttached: isAttached,
            sinceMs: lease.since)
    }
}
