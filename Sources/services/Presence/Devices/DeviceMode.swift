/// The mode that a device reports.
package enum DeviceMode: UInt8, Sendable {
    case online = 1
    case away = 2
    /// Its user does not want to be seen.
    case invisible = 3
}
