import RollcallAPI

/// What a device says of itself.
enum DeviceMode: UInt8, Sendable {
    case online = 1
    case away = 2
    /// Its user does not want to be seen.
    case invisible = 3

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
