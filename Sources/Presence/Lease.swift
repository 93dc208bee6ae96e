import RollcallCrypto

/// What a device holds while it is online.
struct Lease: Equatable, Sendable {
    /// Never 0, never used twice.
    var id: UInt64
    var user: UserTable.Index
    var device: DeviceKey
    /// The session that took it.
    var session: UUIDv7
    /// How long it lasts without a heartbeat, in milliseconds.
    var duration: UInt32
    var isAway: Bool
}
