/// The mode that a device reports.
enum DeviceMode: UInt8, Sendable {
    case online = 1
    case away = 2
    /// Its user does not want to be seen.
    case invisible = 3

    /// The mode of a visible device that says whether its user is away; nil for an invisible
    /// device, which stays so.
    func visible(isAway: Bool?) -> DeviceMode? {
        self == .invisible ? nil : isAway.map { $0 ? .away : .online }
    }
}
