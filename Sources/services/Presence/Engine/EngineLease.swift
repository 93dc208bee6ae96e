import RollcallCrypto

/// A lease, as the engine has it.
package struct EngineLease: Sendable, Equatable {
    /// At random; never 0.
    package var id: UInt64
    /// Stands for the device's name.
    var device: UInt64
    /// The session that took it.
    var session: UUIDv7
    /// How long it lasts without a sign of life, in milliseconds.
    var duration: UInt32
    var mode = DeviceMode.online
    var flags: Flags = []
    /// When it was taken, in milliseconds since 1970-01-01 UTC.
    var since: Int64 = 0

    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8

        /// A stream is open for the device.
        static let attached = Flags(rawValue: 1)
        /// The device was not touched for so long that it counts as away.
        static let idle = Flags(rawValue: 2)
        /// Its stream has ended, and it was not heard since.
        static let detached = Flags(rawValue: 4)
        /// Its client was sent away for a while.
        static let paused = Flags(rawValue: 8)
    }
}

extension EngineLease {
    package init(id: UInt64, device: UInt64, session: UUIDv7, duration: UInt32) {
        self.init(id: id, device: device, session: session, duration: duration, mode: .online)
    }
}
