import RollcallCrypto

/// A sign of life of a device, and what it says of itself; nil for what stays as it was.
package struct Renewal: Sendable {
    package var lease: UInt64
    package var user: UUIDv7
    package var mode: EngineDeviceMode?
    /// How long ago the device was last touched, in milliseconds.
    package var idle: UInt32?

    package init(
        lease: UInt64, user: UUIDv7, mode: EngineDeviceMode? = nil, idle: UInt32? = nil
    ) {
        self.lease = lease
        self.user = user
        self.mode = mode
        self.idle = idle
    }

    static let byteCount = 29

    /// As `Scripts/renew.lua` reads it.
    func write(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: lease)
        user.withBytes { bytes.append(contentsOf: $0) }
        bytes.append(mode?.rawValue ?? 0)
        // The largest number stands for nothing.
        bytes.append(bigEndian: idle.map { min($0, .max - 1) } ?? .max)
    }
}
