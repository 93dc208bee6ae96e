/// Why a lease has ended.
enum LeaseEnd: String, Sendable, CaseIterable {
    /// The device said so.
    case offline
    /// Nothing was heard of the device for the length of the lease.
    case silence
    /// The device's stream ended, and the device was not attached again within the grace.
    case grace
    /// The same device has another lease now.
    case replaced
    /// The session that took it has ended.
    case session
    /// The user, or an administrator, took the device offline.
    case kicked
    /// The user was erased.
    case erased
    /// The user is frozen.
    case frozen
}
