import RollcallAPI
import RollcallCrypto
import RollcallRPC

@testable import Presence

/// What users set, and what Auth says of them. Each call is handled as its handler does: a version
/// is reserved, the file is written, and then it takes effect.
extension PresenceSchedule {
    mutating func beginCall() throws {
        let user = number(Self.userCount)
        switch number(3) {
        case 0, 1:
            let visibility = one(of: [UserVisibility.everyone, .coarse, .nobody])
            if try maySet(user) { begin(.show(visibility), user) }
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
        } catch let found as RPCError {
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
        case .written(let setting): try finish(call, setting)
        }
    }

    private mutating func write(_ call: inout ScheduledCall) {
        let user = ids[call.user]
        switch call.kind {
        case .show(let visibility):
            let setting = file.setVisibility(visibility, of: user, version: call.version)
            call.phase = .written(setting)
        case .register(let time):
            file.register(user, at: time, version: call.version)
            call.phase = .written(nil)
        case .erase:
            file.erase(user, version: call.version ?? 0)
            owed.removeAll { $0 == call.user }
        }
    }

    private mutating func finish(_ call: ScheduledCall, _ setting: Roster.Setting?) throws {
        let user = call.user
        defer { settle(call) }
        switch call.kind {
        case .show:
            // Of a user who was erased.
            guard let setting else { return }
            roster.apply(setting)
            model.apply(setting.visibility, number: setting.number, of: user)
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

    /// Auth has deleted a user.
    mutating func erase() throws {
        let user = number(Self.userCount)
        // Otherwise soon nobody would be left.
        guard !owed.contains(user), chance(1, of: 9) else { return }
        try erase(user)
    }

    mutating func erase(_ user: Int) throws {
        note("erase: user \(user)")
        let ending = roster.watches.end([sessions[user * 2], sessions[user * 2 + 1]])
        try endWatches(ending) { $0.viewer == user }
        // The user disappears, and with the user a name that a watch may show and that is not read
        // yet.
        let known = model.users[user]
        if !model.knowsNames, !known.isErased, known.visibility != .nobody { noteShown(user) }
        roster.erase(ids[user])
        ended += model.users[user].devices.map { ($0.lease, user) }
        model.erase(user)
        profile.erase(user)
        for index in watchers.indices {
            watchers[index].noteForgotten(1 << user)
            // Nobody goes on from a cursor of a user who is gone.
            if watchers[index].viewer == user {
                (watchers[index].cursor, watchers[index].stored) = (nil, [])
            }
        }
        owed.append(user)
        calls.append(
            ScheduledCall(
                user: user, kind: .erase, reserved: nil,
                version: roster.lastChange(of: ids[user])))
    }
}

extension Roster.Entry {
    /// Whether a watch need not be told of the difference: when somebody who is there was last seen
    /// is not told each time.
    func isShownLike(_ other: Roster.Entry, comparesCards: Bool = true) -> Bool {
        state == other.state && bucket == other.bucket && status == other.status
            && (state != .offline || lastSeen == other.lastSeen)
            && (!comparesCards || card == other.card)
    }
}
