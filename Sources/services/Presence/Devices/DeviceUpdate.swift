import RollcallAPI
import RollcallRPC

/// What a device reports with a heartbeat; nil for what stays as it was.
package struct DeviceUpdate: Sendable, Equatable {
    var mode: DeviceMode?
    /// How long ago the device was last touched, in milliseconds.
    var idle: UInt32?
    var status: StatusChange?

    /// Whether it reports only that the device is still there.
    var isBeat: Bool { self == DeviceUpdate() }
}

extension DeviceUpdate {
    package init(mode: DeviceMode) {
        self.init(mode: mode, idle: nil)
    }

    /// - Parameter wall: milliseconds since 1970-01-01 UTC; read only for a status.
    /// - Throws: `RPCError` (`invalidArgument`).
    init(_ request: HeartbeatRequest, at wall: @autoclosure () -> Int64) throws {
        mode = try request.state.mode
        idle = request.idleMs
        status = try request.status.map { try StatusChange($0, at: wall()) }
    }

    /// What an attached device has sent after its first message.
    ///
    /// - Parameter wall: milliseconds since 1970-01-01 UTC.
    /// - Returns: nil when the device goes offline.
    /// - Throws: `RPCError` (`invalidArgument`).
    init?(_ request: AttachRequest, at wall: Int64) throws {
        guard request.deviceID.isEmpty, request.leaseMs == 0 else {
            throw RPCError.malformed(
                "device_id", "the device and its lease are named in the first message alone")
        }
        if request.state == .offline { return nil }
        mode = try request.state.mode
        idle = request.idleMs
        status = try request.status.map { try StatusChange($0, at: wall) }
    }
}

extension DeviceState {
    /// What a device asks to be; nil for nothing.
    ///
    /// - Throws: `RPCError` (`invalidArgument`) for OFFLINE, and for a number that is not in the
    ///   contract.
    var mode: DeviceMode? {
        get throws {
            switch self {
            case .unspecified: nil
            case .online: .online
            case .away: .away
            case .invisible: .invisible
            case .offline, .unrecognized:
                throw RPCError.malformed("state", "the state is ONLINE, AWAY or INVISIBLE")
            }
        }
    }
}
