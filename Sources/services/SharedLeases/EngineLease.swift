import RollcallCrypto

/// A lease, as the engine has it.
package struct EngineLease: Sendable, Equatable {
    /// At random; never 0.
    package var id: UInt64
    /// Stands for the device's name.
    package var device: UInt64
    /// The session that took it.
    package var session: UUIDv7
    /// How long it lasts without a sign of life, in milliseconds.
    package var duration: UInt32
    package var mode: EngineDeviceMode
    package var flags: Flags
    /// When it was taken, in milliseconds since 1970-01-01 UTC.
    package var since: Int64

    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A stream is open for the device.
        package static let attached = Flags(rawValue: 1)
        /// The device was not touched for so long that it counts as away.
        package static let idle = Flags(rawValue: 2)
        /// Its stream has ended, and it was not heard since.
        package static let detached = Flags(rawValue: 4)
        /// Its client was sent away for a while.
        package static let paused = Flags(rawValue: 8)
    }

    package init(
        id: UInt64, device: UInt64, session: UUIDv7, duration: UInt32,
        mode: EngineDeviceMode = .online, flags: Flags = [], since: Int64 = 0
    ) {
        self.id = id
        self.device = device
        self.session = session
        self.duration = duration
        self.mode = mode
        self.flags = flags
        self.since = since
    }
}

/// What a device says of itself.
package enum EngineDeviceMode: UInt8, Sendable {
    case online = 1
    case away = 2
    /// Its user does not want to be seen.
    case invisible = 3
}

/// Why a lease has ended.
package enum EngineLeaseEnd: UInt8, Sendable, CaseIterable {
    case offline = 1
    /// Nothing was heard for the length of the lease.
    case silence = 2
    /// The stream ended, and the device did not come back within the grace.
    case grace = 3
    /// The same device has another lease now.
    case replaced = 4
    case session = 5
    case kicked = 6
    /// The user was erased.
    case erased = 7
}
