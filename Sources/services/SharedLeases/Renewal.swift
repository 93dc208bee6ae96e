import RollcallBasics
import RollcallCrypto

/// A sign of life of a device, and what it says of itself; nil for what stays as it was.
package struct Renewal: Sendable {
    package var lease: UInt64
    package var user: UUIDv7
    package var mode: EngineDeviceMode?
    /// In place of a mode: whether the user is away. An invisible device stays so.
    package var isAway: Bool?
    /// How long ago the device was last touched, in milliseconds.
    package var idle: UInt32?

    package init(
        lease: UInt64, user: UUIDv7, mode: EngineDeviceMode? = nil, isAway: Bool? = nil,
        idle: UInt32? = nil
    ) {
        self.lease = lease
        self.user = user
        self.mode = mode
        self.isAway = isAway
        self.idle = idle
    }

    /// Whether it reports only that the device is still there.
    var isBeat: Bool { mode == nil && isAway == nil && idle == nil }

    static let byteCount = 29

    /// As `Scripts/renew.lua` takes them.
    package static func encoded(_ renewals: some Collection<Renewal>) -> [UInt8] {
        var items: [UInt8] = []
        items.reserveCapacity(renewals.count * byteCount)
        for renewal in renewals { renewal.write(to: &items) }
        return items
    }

    private func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: lease)
        user.withBytes { bytes.append(contentsOf: $0) }
        // The largest number means no value: redis-benchmark, which is measured against, sends no
        // zeros.
        bytes.append(mode?.rawValue ?? isAway.map { $0 ? 5 : 4 } ?? .max)
        bytes.append(bigEndian: idle.map { min($0, .max - 1) } ?? .max)
    }
}

/// What became of a renewal.
package struct RenewalAnswer: Sendable {
    /// Where the engine stood: in another epoch than before, a lease may be unknown for lost data.
    package let position: EnginePosition
    /// How long the lease lasts now, in milliseconds; 0 when it is unknown or another user's.
    package let duration: UInt32
}
