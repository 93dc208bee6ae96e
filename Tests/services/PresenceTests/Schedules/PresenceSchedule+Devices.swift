import RollcallAPI
import RollcallCrypto
import RollcallRPC

@testable import Presence

/// What devices do.
extension PresenceSchedule {
    mutating func goOnline() throws {
        let (user, wanted, device) = wanted()
        note("go online: user \(user) device \(device) \(wanted.mode) \(wanted.duration) ms")
        let lease = try begin(user, wanted, device) { roster, id, now in
            (try roster.goOnline(id, wanted, at: now), nil)
        }
        guard lease == nil else { return }
        note("  refused")
    }

    mutating func attach() throws {
        let (user, wanted, device) = wanted()
        let tokenEnd = now.wall + milliseconds(1_000...200_000)
        note("attach: user \(user) device \(device) \(wanted.mode) \(wanted.duration) ms")
        let begun = try begin(user, wanted, device) { roster, id, now in
            let (lease, stream) = try roster.attach(id, wanted, tokenEnd: tokenEnd, at: now)
            return (lease, stream)
        }
        guard let begun, let stream = begun.stream else { return }
        streams.append(
            Stream(id: stream, user: user, lease: begun.lease, tokenEnd: tokenEnd, ending: nil))
    }

    private mutating func wanted() -> (user: Int, LeaseRequest, device: Int) {
        let (user, device) = (number(Self.userCount), number(3))
        var wanted = LeaseRequest(
            device: DeviceKey(bits: UInt64(device)), session: sessions[user * 2 + number(2)],
            duration: UInt32(milliseconds(5_000...12_000)),
            mode: one(of: [.online, .online, .away, .invisible]))
        wanted.idle = chance(1, of: 4) ? idle() : nil
        return (user, wanted, device)
    }

    private mutating func idle() -> UInt32 {
        one(of: [0, 1_000, UInt32(PresenceModel.idleThreshold), 5_000, 100_000])
    }

    private mutating func begin(
        _ user: Int, _ wanted: LeaseRequest, _ device: Int,
        _ body: (inout Roster, UUIDv7, Moment) throws -> (Lease, AttachTable.ID?)
    ) throws -> (lease: UInt64, stream: AttachTable.ID?)? {
        model.forgiveStall(now)
        var refusal: RPCError? = model.users[user].isErased ? .userErased : nil
        if refusal == nil { refusal = countChange(of: user) }
        do {
            let (lease, stream) = try body(&roster, ids[user], now)
            try Breach.unless(refusal == nil, "a device came that is to be refused")
            try Breach.unless(
                model.place(of: lease.id) == nil && !ended.contains { $0.lease == lease.id },
                "a lease has the id of another")
            ended += model.users[user].devices.filter { $0.device == device }.map {
                ($0.lease, user)
            }
            let session = sessions.firstIndex(of: wanted.session) ?? 0
            let begun = PresenceModel.Device(
                lease: lease.id, device: device, session: session,
                duration: Int64(wanted.duration), mode: wanted.mode, heardAt: now.monotonic,
                deadline: now.monotonic + Int64(wanted.duration), stream: stream)
            model.begin(begun, of: user, idle: wanted.idle.map(Int64.init), at: now)
            return (lease.id, stream)
        } catch let found as RPCError {
            try Breach.unless(found == refusal, "a device was refused: \(found)")
            return nil
        }
    }

    /// A device is heard on its stream, or by a call of its own; now and then one whose lease has
    /// ended, or by another user.
    mutating func hear() throws {
        let news = news()
        let open = streams.filter { $0.ending == nil }
        if !open.isEmpty, chance(1, of: 2) {
            let stream = one(of: open)
            note("hear: user \(stream.user) on stream \(stream.id) \(news)")
            model.forgiveStall(now)
            let refusal = news.isBeat ? nil : countChange(of: stream.user)
            let pause = try roster.hear(stream.id, news, at: now)
            try Breach.unlessEqual(
                pause.map(RPCError.tooManyChanges), refusal, "how long a device is to wait")
            return model.hear(stream.lease, refusal == nil ? news : DeviceUpdate(), at: now)
        }
        let held = model.users.enumerated().flatMap { user, known in
            known.devices.map { (lease: $0.lease, user: user) }
        }
        let known = held + ended.suffix(2)
        guard !known.isEmpty else { return }
        let (lease, owner) = one(of: known)
        let user = chance(1, of: 10) ? number(Self.userCount) : owner
        note("renew: lease \(lease % 1000) of user \(owner) by user \(user) \(news)")
        model.forgiveStall(now)
        let isHeld = user == owner && model.place(of: lease) != nil
        let refusal: RPCError? =
            !isHeld ? .leaseEnded : news.isBeat ? nil : countChange(of: user)
        do {
            _ = try roster.renew(lease, of: ids[user], news, at: now)
            try Breach.unless(refusal == nil, "a device was heard that is to be refused")
            model.hear(lease, news, at: now)
        } catch let found as RPCError {
            try Breach.unlessEqual(found, refusal, "why a device was refused")
        }
    }

    /// Counts a change of a user whom Presence knows.
    ///
    /// - Returns: what the user is told after too many of them.
    mutating func countChange(of user: Int) -> RPCError? {
        guard let place = roster.users.index(of: ids[user]) else { return nil }
        let rate = configuration.changes
        let counted = max(now.monotonic, countedUntil[place] ?? .min) + rate.spacing
        let pause = counted - now.monotonic - rate.spacing * rate.burst
        guard pause <= 0 else {
            note("  too many changes: \(pause) ms")
            refusedChanges += 1
            return .tooManyChanges(pause)
        }
        countedUntil[place] = counted
        return nil
    }

    private mutating func news() -> DeviceUpdate {
        var news = DeviceUpdate()
        if chance(1, of: 2) { return news }
        if chance(1, of: 2) { news.mode = one(of: [.online, .away, .invisible]) }
        if chance(1, of: 3) { news.idle = idle() }
        if chance(1, of: 3) {
            let end = chance(1, of: 2) ? now.wall + milliseconds(1...20_000) : nil
            let text = one(of: ["", "busy", "in a meeting"])
            news.status = text.isEmpty ? .remove : .set(UserStatus(text: text, end: end))
        }
        return news
    }

    /// A client closes its stream, after it has said that it goes offline, or without.
    mutating func closeStream() throws {
        let open = streams.filter { $0.ending == nil }
        guard !open.isEmpty else { return }
        let stream = one(of: open)
        if chance(1, of: 3) {
            note("goes offline: user \(stream.user) on stream \(stream.id)")
            roster.goOffline(stream.id, at: now)
            if let (user, index) = model.place(of: stream.lease) {
                model.users[user].devices[index].stream = nil
                model.see(user, at: now.wall)
                end(.offline, of: user) { $0.lease == stream.lease }
            }
        }
        detach(stream.id)
    }

    mutating func detach(_ id: AttachTable.ID) {
        guard let index = streams.firstIndex(where: { $0.id == id }) else { return }
        let stream = streams.remove(at: index)
        note("detach: user \(stream.user) stream \(id) \(stream.ending.map { "\($0)" } ?? "")")
        roster.detach(id, at: now)
        model.detach(id, stream.lease, stream.ending, at: now)
    }

    mutating func goOffline() throws {
        let held = model.users.enumerated().flatMap { user, known in
            known.devices.map { (lease: $0.lease, user: user) }
        }
        let known = held + ended.suffix(1)
        guard !known.isEmpty else { return }
        let (lease, owner) = one(of: known)
        let user = chance(1, of: 10) ? number(Self.userCount) : owner
        note("go offline: lease \(lease % 1000) of user \(owner) by user \(user)")
        roster.goOffline(lease, of: ids[user], at: now)
        guard user == owner, model.place(of: lease) != nil else { return }
        model.see(user, at: now.wall)
        end(.offline, of: user) { $0.lease == lease }
    }

    /// One device of a user, or all at once.
    mutating func kick() throws {
        let user = number(Self.userCount)
        let devices = model.users[user].devices
        let lease = chance(1, of: 2) ? devices.first?.lease : nil
        note("kick: user \(user) \(lease == nil ? "whole" : "one device")")
        let count = roster.kick(ids[user], lease: lease, at: now)
        try Breach.unlessEqual(count, lease == nil ? devices.count : 1, "devices kicked")
        guard !devices.isEmpty else { return }
        model.see(user, at: now.wall)
        end(.kicked, of: user) { lease == nil || $0.lease == lease }
    }

    /// One session, or now and then all of them.
    mutating func endSession() throws {
        let endsAll = chance(1, of: 6)
        let ending = endsAll ? Array(sessions.indices) : [number(sessions.count)]
        note("sessions end: \(endsAll ? "all" : "\(ending)")")
        if endsAll {
            roster.endAllLeases()
        } else {
            roster.endLeases(of: ending.map { sessions[$0] })
        }
        for user in model.users.indices {
            end(.session, of: user) { ending.contains($0.session) }
        }
        let watches =
            endsAll
            ? roster.watches.endAll(for: .session)
            : roster.watches.end(ending.map { sessions[$0] })
        try endWatches(watches) { ending.contains($0.session) }
    }

    mutating func end(
        _ cause: LeaseEnd, of user: Int, _ isEnding: (PresenceModel.Device) -> Bool
    ) {
        ended += model.users[user].devices.filter(isEnding).map { ($0.lease, user) }
        model.end({ isEnding($1) }, of: user, cause)
    }

    /// All streams and watches end, and leases go on: the service drains, or does not know any more
    /// whose session goes on.
    mutating func endAll() throws {
        let pause = milliseconds(0...5_000)
        let isDraining = chance(1, of: 2)
        note("streams and watches end: \(isDraining ? "drain" : "doubt")")
        let ending: AttachTable.Ending = isDraining ? .draining(pause: pause) : .doubt
        roster.attached.endAll { ending }
        for stream in streams where stream.ending == nil {
            model.endedStreams[stream.id] = ending
        }
        try endWatches(roster.watches.endAll(for: isDraining ? .drain : .doubt)) { _ in true }
    }

    /// Compares the streams that the service has ended.
    mutating func noteEndedStreams() throws {
        var ending: Set<AttachTable.ID> = []
        for index in streams.indices where streams[index].ending == nil {
            let id = streams[index].id
            streams[index].ending = model.endedStreams[id]
            if streams[index].ending != nil { ending.insert(id) }
        }
        model.endedStreams = [:]
        try Breach.unlessEqual(Set(roster.attached.takeWoken()), ending, "ended streams")
        for stream in streams {
            try Breach.unlessEqual(
                roster.attached.ending(of: stream.id), stream.ending, "why a stream is over")
        }
    }
}
