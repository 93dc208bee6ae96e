import RollcallCrypto

/// What has yet to be written: which leases, and of which users when they were last seen and their status. At most
/// one entry for each lease and user, however often they change.
struct Backlog: Sendable {
    /// Leases whose row is to be written, and whether the file has none of them so far, so that none need
    /// be deleted should they end first.
    private var heldLeases: [UInt64: Bool] = [:]
    /// How many of `heldLeases` the file has not.
    private var newLeases = 0
    private var endedLeases: Set<UInt64> = []
    private var users: Set<UserTable.Index> = []
    /// The users whose status is another one, or gone. One who was never seen may have left the tables by then.
    private var statuses: Set<UUIDv7> = []

    var isEmpty: Bool {
        heldLeases.isEmpty && endedLeases.isEmpty && users.isEmpty && statuses.isEmpty
    }

    /// Whether devices have come or gone. If the process is killed now, a restart takes those who have come for
    /// offline until they come back, and those who have gone for online until their lease ends.
    var isUrgent: Bool { newLeases > 0 || !endedLeases.isEmpty }

    mutating func leaseBegan(_ id: UInt64) {
        if heldLeases.updateValue(true, forKey: id) != true { newLeases += 1 }
    }

    mutating func leaseChanged(_ id: UInt64) {
        if heldLeases[id] == nil { heldLeases[id] = false }
    }

    mutating func leaseEnded(_ id: UInt64) {
        if heldLeases.removeValue(forKey: id) == true {
            newLeases -= 1
        } else {
            endedLeases.insert(id)
        }
    }

    mutating func userSeen(_ user: UserTable.Index) {
        users.insert(user)
    }

    mutating func statusChanged(_ user: UUIDv7) {
        statuses.insert(user)
    }

    /// What is to be written next.
    struct Batch: Sendable {
        var leases: [UInt64]
        var users: [UserTable.Index]
        var statuses: [UUIDv7]
    }

    /// Takes out what is to be written next.
    ///
    /// Users come first: that a lease has ended is not written before when its user was last seen. Leases
    /// that are held come before those that have ended: a device that has taken another lease is in the file
    /// with one of the two, whenever the process dies.
    ///
    /// - Parameter limit: the most rows.
    mutating func take(_ limit: Int) -> Batch {
        let someUsers = Array(users.prefix(limit))
        let held = Array(heldLeases.keys.prefix(limit - someUsers.count))
        let ended = Array(endedLeases.prefix(limit - someUsers.count - held.count))
        let leases = held + ended
        let someStatuses = Array(statuses.prefix(limit - someUsers.count - leases.count))
        users.subtract(someUsers)
        for id in held where heldLeases.removeValue(forKey: id) == true { newLeases -= 1 }
        endedLeases.subtract(ended)
        statuses.subtract(someStatuses)
        return Batch(leases: leases, users: someUsers, statuses: someStatuses)
    }

    /// Puts back what was taken but could not be written. What has happened since stands.
    mutating func putBack(
        held: [UInt64], ended: [UInt64], users: [UserTable.Index], statuses: [UUIDv7]
    ) {
        // Whether the file has a row is not known, so that it must be deleted in the end.
        for id in held where !endedLeases.contains(id) { heldLeases[id] = false }
        endedLeases.formUnion(ended)
        self.users.formUnion(users)
        self.statuses.formUnion(statuses)
    }
}
