import RollcallCrypto

/// A replica's data of users, for an engine that has lost its own.
extension Roster {
    /// Users that the engine had data of, in no order.
    func sharedUsers() -> Set<UUIDv7> {
        users.erased.union((replica.map { Array($0.users) } ?? []).map { users.id(of: $0) })
    }

    func sharedUser(_ id: UUIDv7) -> EngineUser {
        var record = EngineUser(id: id)
        record.isErased = users.erased.contains(id)
        guard !record.isErased, let user = users.index(of: id) else { return record }
        record.version = replica?.version(of: user) ?? 0
        record.lastSeen = users.lastSeen(user)
        record.dayBefore = users.dayBefore(user).number
        record.hiddenUntil = replica?.hiddenUntil[user] ?? 0
        if let number = users.settingNumber(of: user) {
            record.visibility = users.visibility(user).rawValue
            record.settingNumber = number
        }
        if let status = statuses.status(of: user) {
            (record.status, record.statusEnd) = (status.text, status.end ?? 0)
        }
        record.leases = leases.leases(of: user).map(shared)
        return record
    }

    private func shared(_ lease: Lease) -> EngineLease {
        var flags: EngineLease.Flags = []
        if lease.isIdle { flags.insert(.idle) }
        if leases.isAttached(lease.id) { flags.insert(.attached) }
        return EngineLease(
            id: lease.id, device: lease.device.bits, session: lease.session,
            duration: lease.duration, mode: lease.mode, flags: flags, since: lease.since)
    }
}
