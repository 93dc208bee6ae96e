import RollcallAPI
import SharedLeases

/// The mode that a device reports.
typealias DeviceMode = EngineDeviceMode

extension DeviceMode {
    /// - Returns: nil for a state without a lease, and for an unknown one.
    init?(_ state: DeviceState) {
        switch state {
        case .online: self = .online
        case .away: self = .away
        case .invisible: self = .invisible
        case .unspecified, .offline, .unrecognized: return nil
        }
    }
}
