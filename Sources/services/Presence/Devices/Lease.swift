import RollcallAPI
import RollcallCrypto

/// A lease whose user has an index.
package typealias Lease = HeldLease<UserTable.Index>

/// A lease as the journal has it.
typealias StoredLease = HeldLease<UUIDv7>

/// What a device holds while it is online.
package struct HeldLease<User: Equatable & Sendable>: Equatable, Sendable {
    /// Never 0, never used twice.
    package var id: UInt64
    var user: User
    var device: DeviceKey
    /// The session that took it.
    var session: UUIDv7
    /// How long it lasts without a sign of life, in milliseconds.
    var duration: UInt32
    var mode: DeviceMode
    /// Whether the device was not touched for so long that it counts as away.
    var isIdle = false
    /// Whether the lease is of an earlier run, and its device was not heard since.
    var isUnheard = false
    /// When it was taken, in milliseconds since 1970-01-01 UTC.
    var since: Int64

    /// The same lease, with its user by another name.
    func held<Other>(by user: Other) -> HeldLease<Other> {
        HeldLease<Other>(
            id: id, user: user, device: device, session: session, duration: duration, mode: mode,
            isIdle: isIdle, isUnheard: isUnheard, since: since)
    }

    /// What the device counts as.
    var state: DeviceState {
        switch mode {
        case .invisible: .invisible
        case .online where !isIdle: .online
        case .online, .away: .away
        }
    }
}
