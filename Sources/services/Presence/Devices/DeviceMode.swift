import SharedLeases

/// The mode that a device reports.
typealias DeviceMode = EngineDeviceMode

extension DeviceMode {
    /// The mode of a visible device that says whether its user is away; nil for an invisible
    /// device, which stays so.
    func visible(isAway: Bool?) -> DeviceMode? {
        self == .invisible ? nil : isAway.map { $0 ? .away : .online }
    }
}
