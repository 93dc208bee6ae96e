import RollcallCrypto

/// What is still to be written: leases, and users' last seen times and statuses. At most one entry
/// for each lease and user, however often they change.
struct Backlog: Sendable {
    /// Leases to write. The value is true if the file does not have the lease: it needs no deletion
    /// if the lease ends first.
    private var heldLeases: [UInt64: Bool] = [:]
    /// The number of `heldLeases` that the file does not have.
    private var newLeases = 0
    private var endedLeases: Set<UInt64> = []
    private var users: Set<UserTable.Index> = []
    /// Users whose status has changed or was removed. A user who was never seen may have left the
    /// tables by then.
    private var statuses: Set<UUIDv7> = []

    var isEmpty: Bool {
        heldLeases.isEmpty && endedLeases.isEmpty && users.isEmpty && statuses.isEmpty
    }

    /// Whether devices have come or gone. If the process were killed now, a restart would show new
    /// devices as offline until they return, and departed ones as online until their lease ends.
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

    /// The next entries to write.
    struct Batch: Sendable {
        var leases: [UInt64]
        var users: [UserTable.Index]
        var statuses: [UUIDv7]
    }

    /// Takes the next entries to write.
    ///
    /// Users come first, so that the end of a lease is never written before its user's last seen
    /// time. Held leases come before ended ones. So a device that has taken another lease always
    /// has one of the two in the file.
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

    /// Puts back entries that could not be written. Newer entries stay.
    mutating func putBack(
        held: [UInt64], ended: [UInt64], users: [UserTable.Index], statuses: [UUIDv7]
    ) {
        // It is unknown whether the file has a row, so the row must be deleted in the end.
        for id in held where !endedLeases.contains(id) { heldLeases[id] = false }
        endedLeases.formUnion(ended)
        self.users.formUnion(users)
        self.statuses.formUnion(statuses)
    }
}
