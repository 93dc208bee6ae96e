import RollcallAPI
import RollcallCrypto

/// The devices of a user, as the user and administrators see them.
extension Roster {
    /// In the order in which they came online.
    func devices(of id: UUIDv7) -> [Device] {
        leases(of: id).sorted { ($0.since, $0.id) < ($1.since, $1.id) }.map {
            Device(
                leaseID: $0.id, deviceDigest: $0.device.bits, sessionID: $0.session.description,
                state: $0.state, isAttached: leases.isAttached($0.id), onlineAtMs: $0.since)
        }
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
