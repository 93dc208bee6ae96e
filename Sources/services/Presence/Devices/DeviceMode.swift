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

    /// The mode of a visible device that says whether its user is away; nil for an invisible
    /// device, which stays so.
    func visible(isAway: Bool?) -> DeviceMode? {
        self == .invisible ? nil : isAway.map { $0 ? .away : .online }
    }
}
