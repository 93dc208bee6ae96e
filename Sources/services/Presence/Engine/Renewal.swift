import RollcallBasics
import RollcallCrypto

/// A sign of life of a device, and what it says of itself.
package struct Renewal: Sendable {
    package var lease: UInt64
    var user: UUIDv7
    /// Without its status.
    var update = DeviceUpdate()

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
        bytes.append(update.mode?.rawValue ?? .max)
        bytes.append(bigEndian: update.idle.map { min($0, .max - 1) } ?? .max)
    }
}

extension Renewal {
    package init(lease: UInt64, user: UUIDv7) {
        self.init(lease: lease, user: user, update: DeviceUpdate())
    }
}

/// What became of a renewal.
package struct RenewalAnswer: Sendable {
    /// Where the engine stood: in another epoch than before, a lease may be unknown for lost data.
    let position: EnginePosition
    /// How long the lease lasts now, in milliseconds; 0 when it is unknown or another user's.
    package let duration: UInt32
}
