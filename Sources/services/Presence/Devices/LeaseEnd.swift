/// Why a lease has ended. The numbers are those of the engine's scripts.
enum LeaseEnd: UInt8, Sendable, CaseIterable {
    case offline = 1
    /// Nothing was heard for the length of the lease.
    case silence = 2
    /// The stream ended, and the device did not come back within the grace.
    case grace = 3
    /// The same device has another lease now.
    case replaced = 4
    case session = 5
    case kicked = 6
    /// The user was erased.
    case erased = 7
}
