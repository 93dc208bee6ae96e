/// What has yet to be written: which leases, and of which users when they were last seen and their status. At most
/// one entry for each lease and user, however often they change.
struct Backlog: Sendable {
    private enum Row {
        /// The file has no row of the lease, so that none need be deleted should it end first.
        case new
        case changed
        case ended
    }

    private var leases: [UInt64: Row] = [:]
    private var users: Set<UserTable.Index> = []
    /// The users whose status is another one, or gone.
    private var statuses: Set<UserTable.Index> = []

    var isEmpty: Bool { leases.isEmpty && users.isEmpty && statuses.isEmpty }

    mutating func leaseBegan(_ id: UInt64) {
        leases[id] = .new
    }

    mutating func leaseChanged(_ id: UInt64) {
        if leases[id] == nil { leases[id] = .changed }
    }

    mutating func leaseEnded(_ id: UInt64) {
        leases[id] = leases[id] == .new ? nil : .ended
    }

    mutating func userSeen(_ user: UserTable.Index) {
        users.insert(user)
    }

    mutating func statusChanged(_ user: UserTable.Index) {
        statuses.insert(user)
    }

    /// What is to be written next.
    struct Batch: Sendable {
        var leases: [UInt64]
        var users: [UserTable.Index]
        var statuses: [UserTable.Index]
    }

    /// Takes out what is to be written next. Users come first: that a lease has ended is not written
    /// before when its user was last seen.
    ///
    /// - Parameter limit: the most rows.
    mutating func take(_ limit: Int) -> Batch {
        let someUsers = Array(users.prefix(limit))
        let someLeases = Array(leases.keys.prefix(limit - someUsers.count))
        let someStatuses = Array(statuses.prefix(limit - someUsers.count - someLeases.count))
        users.subtract(someUsers)
        for id in someLeases { leases[id] = nil }
        statuses.subtract(someStatuses)
        return Batch(leases: someLeases, users: someUsers, statuses: someStatuses)
    }

    /// Puts back what was taken but could not be written. What has happened since stands.
    mutating func putBack(
        held: [UInt64], ended: [UInt64], users: [UserTable.Index], statuses: [UserTable.Index]
    ) {
        // Whether the file has a row is not known, so that it must be deleted in the end.
        for id in held where leases[id] == nil { leases[id] = .changed }
        for id in ended { leases[id] = .ended }
        self.users.formUnion(users)
        self.statuses.formUnion(statuses)
    }
}
