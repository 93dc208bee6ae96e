import RollcallCrypto

@testable import Presence

/// What a kill may lose: what has happened since everything was written last, and nothing else.
extension PresenceSchedule {
    /// Each row of the file is as it was at some moment since then.
    func checkLosses() throws {
        for (user, id) in ids.enumerated() where !file.erased.contains(id) {
            let past = states.map { $0.users[user] }
            // That somebody is erased is told before it is written.
            let isOwed = owed.contains(user)
            try Breach.unless(
                isOwed || past.contains { $0.status == file.statuses[id] },
                "the file has a status of user \(user) that was not there")
            for device in 0..<3 {
                let row = file.leases.first {
                    $0.user == id && $0.device.bits == UInt64(device)
                }
                let held = past.map { $0.devices.first { $0.device == device } }
                try Breach.unless(
                    held.contains { row.isOf($0, sessions) },
                    "the file has of device \(device) of user \(user) \(row as Any)")
            }
            guard !isOwed else { continue }
            let latest = past.map(\.lastSeen).max() ?? 0
            // A sign-up is written before it takes effect.
            let signedUp = Self.start - 86_400_000
            try Breach.unless(
                file.lastSeen[id].map { $0.at <= max(latest, signedUp) } ?? true,
                "the file has user \(user) seen in the future")
            guard let first = past.first, first.devices.isEmpty else { continue }
            try Breach.unless(
                file.lastSeen[id]?.at ?? 0 >= first.lastSeen
                    || past.contains { $0.erasures != first.erasures },
                "it is not written when user \(user) was last seen")
        }
    }

    /// Of those who were there when everything was written last, it is known up to a lease when
    /// they were last seen.
    func checkBounds() throws {
        for user in ids.indices {
            let past = states.map { $0.users[user] }
            guard let first = past.first,
                !past.contains(where: { $0.erasures != first.erasures }),
                !first.devices.isEmpty,
                let longest = past.flatMap(\.devices).map(\.duration).max()
            else { continue }
            // Or less, where the clock was set back meanwhile.
            let lowest = min(first.lastSeen, min(wholeAt, file.aliveAt) - longest)
            try Breach.unless(
                model.users[user].lastSeen >= lowest,
                "it is lost that user \(user) was seen: \(model.users[user].lastSeen), not \(lowest)"
            )
        }
    }
}

extension StoredLease? {
    /// Whether it is the row of a device: nil for one that holds no lease.
    fileprivate func isOf(_ device: PresenceModel.Device?, _ sessions: [UUIDv7]) -> Bool {
        guard let row = self, let device else { return self == nil && device == nil }
        return row.id == device.lease && row.session == sessions[device.session]
            && Int64(row.duration) == device.duration && row.mode == device.mode
            && row.isIdle == device.isIdle
    }
}
