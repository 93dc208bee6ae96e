import RollcallCrypto

@testable import Presence

extension LeaseRequest {
    /// What a device asks for that is there, or away.
    init(device: DeviceKey, session: UUIDv7, duration: UInt32, isAway: Bool) {
        self.init(
            device: device, session: session, duration: duration, mode: isAway ? .away : .online)
    }
}

extension Roster {
    /// Renews a lease, and says whether the device is away, unless that is nil.
    mutating func renew(
        _ lease: UInt64, of id: UUIDv7, isAway: Bool?, at now: Moment
    ) throws -> Lease {
        try renew(
            lease, of: id, DeviceUpdate(mode: isAway.map { $0 ? .away : .online }), at: now)
    }
}
