import RollcallAPI
import SharedLeases

/// What a device says of itself.
typealias DeviceMode = EngineDeviceMode

extension DeviceMode {
    /// - Returns: nil for a state in which no device holds a lease, and for one that nobody knows.
    init?(_ state: DeviceState) {
        switch state {
        case .online: self = .online
        case .away: self = .away
        case .invisible: self = .invisible
        case .unspecified, .offline, .unrecognized: return nil
        }
    }
}
