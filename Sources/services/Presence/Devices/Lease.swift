import RollcallAPI
import RollcallCrypto

/// What a device holds while it is online.
package struct Lease: Equatable, Sendable {
    /// Never 0, never used twice.
    package var id: UInt64
    var user: UserTable.Index
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

    /// What the device counts as.
    var state: DeviceState {
        switch mode {
        case .invisible: .invisible
        case .online where !isIdle: .online
        case .online, .away: .away
        }
    }
}
