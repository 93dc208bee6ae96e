import RollcallAPI
import RollcallCrypto

@testable import Presence

/// What users set, and what Auth says of them. Each call is handled as its handler does: a version is
/// reserved, the file is written, and then it takes effect.
extension PresenceSchedule {
    mutating func beginCall() throws {
        let user = number(Self.userCount)
        switch number(4) {
        case 0, 1:
            let visibility = one(of: [UserVisibility.everyone, .coarse, .nobody])
            if try maySet(user) { begin(.show(visibility), user) }
        case 2:
            // Auth sends one at a time.
            let isFreezing = calls.contains {
                if case .freeze = $0.kind { $0.user == user } else { false }
            }
            if !isFreezing { begin(.freeze(!model.users[user].isFrozen), user) }
        default: begin(.register(at: signUps[user]), user)
        }
    }

    /// Whether the user has not changed too much.
    private mutating func maySet(_ user: Int) throws -> Bool {
        guard let place = roster.users.index(of: ids[user]) else { return true }
        let refusal = countChange(of: user)
        do {
            try roster.countChange(of: place, at: now)
            try Breach.unless(refusal == nil, "a user set something who is to be refused")
        } catch let found as Roster.Refusal {
            try Breach.unlessEqual(found, refusal, "why a user was refused")
        }
        return refusal == nil
    }

    private mutating func begin(_ kind: ScheduledCall.Kind, _ user: Int) {
        let id = ids[user]
        let (known, next) = (model.users[user], roster.watches.version + 1)
        var settlesBefore: UInt64? = known.isErased ? nil : next
        if case .register = kind, known.lastSeen > 0 { settlesBefore = nil }
        let (reserved, version): (UInt64?, UInt64?)
        switch kind {
        case .show(let visibility): (reserved, version) = roster.reserveSetting(visibility, of: id)
        case .freeze:
            reserved = roster.reserveChange(of: id)
            version = reserved
        case .register: (reserved, version) = roster.reserveSignUp(of: id)
        case .erase: (reserved, version) = (nil, nil)
        }
        note("call begins: user \(user) \(kind) version \(version ?? 0)")
        calls.append(
            ScheduledCall(
                user: user, kind: kind, reserved: reserved, version: version,
                settlesBefore: settlesBefore))
        if reserved != nil, version != nil { noteReserved(user) }
    }

    /// A version is reserved, so watches may be told of the user before the change takes effect.
    private mutating func noteReserved(_ user: Int) {
        if !model.users[user].isErased { noteShown(user) }
    }

    /// Those who may see the user may be told of the user.
    private mutating func noteShown(_ user: Int) {
        for index in watchers.indices where !model.areApart(user, watchers[index].viewer) {
            watchers[index].note(1 << user)
        }
    }

    mutating func continueCall() throws {
        guard !calls.isEmpty else { return }
        try continueCall(number(calls.count))
    }

    mutating func finishCalls() throws {
        while !calls.isEmpty {
            try continueCall(0)
            // The next one may undo it.
            noteSights(comparesCards: true)
        }
    }

    private mutating func continueCall(_ index: Int) throws {
        var call = calls.remove(at: index)
        note("call goes on: user \(call.user) \(call.kind) \(call.phase)")
        switch call.phase {
        case .begun:
            write(&call)
            if call.isErasure { return }
            calls.insert(call, at: index)
        case .written(let setting, let isFrozen):
            try finish(call, setting, isFrozen)
        }
    }

    private mutating func write(_ call: inout ScheduledCall) {
        let user = ids[call.user]
        switch call.kind {
        case .show(let visibility):
            let setting = file.setVisibility(visibility, of: user, version: call.version)
            call.phase = .written(setting, isFrozen: false)
        case .freeze(let isFrozen):
            let isNow = file.setFrozen(isFrozen, user, version: call.version)
            call.phase = .written(nil, isFrozen: isNow)
        case .register(let time):
            file.register(user, at: time, version: call.version)
            call.phase = .written(nil, isFrozen: false)
        case .erase(let isStray):
            file.erase(user, version: call.version ?? 0, isStray: isStray)
            owed.removeAll { $0.user == call.user }
        }
    }

    private mutating func finish(
        _ call: ScheduledCall, _ setting: Roster.Setting?, _ isFrozen: Bool
    ) throws {
        let user = call.user
        defer { settle(call) }
        switch call.kind {
        case .show:
            // Of a user who was erased.
            guard let setting else { return }
            roster.apply(setting)
            model.apply(setting.visibility, number: setting.number, of: user)
        case .freeze:
            if isFrozen { noteUnreadName(user) }
            roster.setFrozen(ids[user], isFrozen)
            ended += isFrozen ? model.users[user].devices.map { ($0.lease, user) } : []
            model.setFrozen(user, isFrozen)
        case .register(let time):
            let before = watchers.map { model.entry(of: user, seenBy: $0.viewer, ids) }
            roster.register(ids[user], at: time)
            model.register(user, at: time)
            // Also when the user is here, who was never seen before.
            for (index, old) in before.enumerated()
            where model.entry(of: user, seenBy: watchers[index].viewer, ids) != old {
                watchers[index].note(1 << user)
            }
        case .erase: break
        }
    }

    private mutating func settle(_ call: ScheduledCall) {
        roster.settleChange(call.reserved, of: ids[call.user])
    }

    /// The version up to which watches were told of all that the file may have.
    var settledVersion: UInt64 {
        let held = calls.compactMap(\.settlesBefore) + [unwrittenBlocks].compactMap(\.self)
        return held.min().map { $0 - 1 } ?? roster.watches.version
    }

    /// Auth has deleted a user; or has found that there is no such account, which may come back.
    mutating func erase() throws {
        let user = number(Self.userCount)
        guard !owed.contains(where: { $0.user == user }) else { return }
        let isStray = !model.users[user].isErased && !hasBlocks(user) && chance(2, of: 3)
        // Otherwise soon nobody would be left.
        guard isStray || chance(1, of: 3) else { return }
        // Such a user has no token. What was taken out before would be written again.
        if isStray {
            for call in calls where call.user == user { settle(call) }
            calls.removeAll { $0.user == user }
            try record()
        }
        try erase(user, isStray: isStray)
    }

    /// Whether a watch may show a name of the user that is not read yet.
    private func hasUnreadName(_ user: Int) -> Bool {
        let known = model.users[user]
        return !model.knowsNames && !known.isErased && !known.isFrozen
            && known.visibility != .nobody
    }

    /// The user disappears, and an unread name with the user.
    private mutating func noteUnreadName(_ user: Int) {
        if hasUnreadName(user) { noteShown(user) }
    }

    /// Whether the user has blocked somebody, or was blocked: without an account, nobody ever was.
    private func hasBlocks(_ user: Int) -> Bool {
        let blocked = profile.blocked + model.users.map(\.blocked)
        return profile.blocked[user] != 0 || model.users[user].blocked != 0
            || file.blocked[ids[user]] != nil || blocked.contains { $0 >> user & 1 == 1 }
            || file.blocked.values.contains { $0.contains(ids[user]) }
    }

    mutating func erase(_ user: Int, isStray: Bool) throws {
        note("erase: user \(user) \(isStray ? "stray" : "")")
        let ending = roster.watches.end([sessions[user * 2], sessions[user * 2 + 1]])
        try endWatches(ending) { $0.viewer == user }
        let isThere = roster.users.index(of: ids[user]) != nil || hasUnreadName(user)
        noteUnreadName(user)
        roster.erase(ids[user], isStray: isStray)
        ended += model.users[user].devices.map { ($0.lease, user) }
        model.erase(user, isStray: isStray)
        if isStray, isThere { floor = max(floor, roster.watches.version) }
        profile.erase(user, isStray: isStray)
        for index in watchers.indices {
            watchers[index].noteForgotten(1 << user)
            // Nobody goes on from a cursor of a user who is gone.
            if watchers[index].viewer == user {
                (watchers[index].cursor, watchers[index].stored) = (nil, [])
            }
        }
        owed.append((user, isStray))
        calls.append(
            ScheduledCall(
                user: user, kind: .erase(isStray: isStray), reserved: nil,
                version: roster.lastChange(of: ids[user])))
        if isStray {
            // No device and no call of such a user comes before that is written.
            try continueCall(calls.count - 1)
        }
    }
}

extension Roster.Entry {
    /// Whether a watch need not be told of the difference: when somebody who is there was last seen is not
    /// told each time.
    func isShownLike(_ other: Roster.Entry, comparesCards: Bool = true) -> Bool {
        state == other.state && bucket == other.bucket && status == other.status
            && (state != .offline || lastSeen == other.lastSeen)
            && (!comparesCards || card == other.card)
    }
}
