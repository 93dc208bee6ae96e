import RollcallAPI

/// The mode that a device reports.
enum DeviceMode: UInt8, Sendable {
    case online = 1
    case away = 2
    /// The user is not visible to others.
    case invisible = 3

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
