import RollcallBasics
import RollcallCrypto

/// A roster that shows the state of an engine shared by several instances.
extension Roster {
    /// Restores the stored user data, except leases.
    mutating func becomeReplica(_ stored: StoredJournal) {
        replica = Replica(resumeOverlap: configuration.resumeOverlap)
        users.erase(stored.erased)
        for setting in stored.settings { restore(setting) }
    }

    /// Applies changes in order.
    mutating func apply(_ changes: [EngineChange], at now: Moment) {
        for change in changes {
            replica?.position.version = change.version
            let known = users.index(of: change.user.id).flatMap { replica?.version(of: $0) } ?? 0
            // An empty user record has no version.
            guard change.user.version == 0 || change.user.version > known else { continue }
            show(change.user, ended: change.ended, at: now)
        }
    }

    /// Applies a page of the reading of all users.
    mutating func read(_ page: [EngineUser], at now: Moment) {
        for record in page {
            show(record, ended: [], at: now)
            if let user = users.index(of: record.id) { replica?.noteRead(user) }
        }
    }

    /// Ends the reading of all users. Cursors of another epoch become invalid.
    mutating func endReading(epoch: UInt64, version: UInt64, at now: Moment) {
        for user in replica?.endReading() ?? [] {
            show(EngineUser(id: users.id(of: user)), ended: [], at: now)
        }
        replica?.position = EnginePosition(epoch: epoch, version: version)
        replica?.isKnown = true
        guard epoch != journal.history.epoch else { return }
        // Versions continue from the present one, so open watches stay correct.
        journal.history = VersionHistory(epoch: epoch, base: watches.version)
        replica?.resumePoints = ResumePoints(overlap: configuration.resumeOverlap)
    }

    /// Records the engine's clock, once this instance has everything that the engine had at that
    /// time.
    mutating func noteClock(_ clock: Int64, at position: EnginePosition) {
        guard let known = replica?.position, known.epoch == position.epoch,
            known.version >= position.version, replica?.isKnown == true
        else { return }
        // A cursor implies that blocks and names were sent, too.
        if blocks.isKnown, blocks.isCurrent {
            replica?.resumePoints.note(watches.version, at: clock)
        }
    }

    /// Shows a user's present state in the engine.
    private mutating func show(
        _ record: EngineUser, ended: [EngineChange.EndedLease], at now: Moment
    ) {
        if record.isErased {
            if let user = users.index(of: record.id) { replica?.setVersion(of: user, 0) }
            erase(record.id)
            return
        }
        guard !users.erased.contains(record.id) else { return }
        let user = users.enter(record.id)
        replica?.setVersion(of: user, record.version)
        show(record, at: user, ended: ended, now)
        if record.settingNumber > 0, let visibility = UserVisibility(rawValue: record.visibility) {
            apply(
                Setting(user: record.id, visibility: visibility, number: record.settingNumber))
        }
        replica?.hiddenUntil[user] = record.hiddenUntil > 0 ? record.hiddenUntil : nil
        leaveIfUnknown(user)
    }

    private mutating func show(
        _ record: EngineUser, at user: UserTable.Index, ended: [EngineChange.EndedLease],
        _ now: Moment
    ) {
        let (seen, state) = (users.lastSeen(user), leases.state(of: user))
        if record.lastSeen == 0 {
            users.restore(user, at: 0, dayBefore: .none)
        } else if record.lastSeen > seen {
            noteBucket(of: user, seenAt: record.lastSeen)
            users.restore(
                user, at: record.lastSeen, dayBefore: Day(number: record.dayBefore))
            users.today = max(users.today, Day(of: record.lastSeen))
        }
        let status =
            record.status.isEmpty
            ? nil
            : UserStatus(text: record.status, end: record.statusEnd == 0 ? nil : record.statusEnd)
        let isOtherStatus = statuses.status(of: user) != status
        if isOtherStatus {
            if let status { statuses.set(status, of: user) } else { statuses.remove(of: user) }
        }
        change(user) { $0.hold(record.leases, of: user, ended: ended, now) }
        guard leases.state(of: user) == state else { return }
        if isOtherStatus, state != .offline { tellState(of: user) }
        // The record of a new sign-up, or a deleted record.
        if (seen == 0) != (record.lastSeen == 0) { tellState(of: user) }
    }

    private mutating func hold(
        _ held: [EngineLease], of user: UserTable.Index, ended: [EngineChange.EndedLease],
        _ now: Moment
    ) {
        for lease in leases.leases(of: user) where !held.contains(where: { $0.id == lease.id }) {
            let cause = ended.first { $0.id == lease.id }?.cause
            end(lease, cause ?? .silence)
        }
        for shared in held {
            if leases.lease(shared.id) == nil {
                leases.hold(Lease(shared, of: user), now: now.monotonic)
            } else {
                leases.update(shared.id, mode: shared.mode, isIdle: shared.flags.contains(.idle))
            }
            leases.setAttachment(
                of: shared.id, replica?.streams[shared.id] ?? shared.attachmentElsewhere)
        }
    }
}

/// What each instance does on its own.
extension Roster {
    /// Opens a stream for the device of a lease that the engine has begun.
    mutating func openStream(
        _ lease: UInt64, of id: UUIDv7, tokenEnd: Int64
    ) -> AttachTable.ID {
        let stream = attached.open(lease: lease, of: users.enter(id), tokenEnd: tokenEnd)
        replica?.streams[lease] = stream
        leases.setAttachment(of: lease, stream)
        // The replica has caught up with the engine. If the lease is missing here, it has ended
        // already.
        if replica?.isKnown == true, !watches.staleness.has(.engine), leases.lease(lease) == nil {
            attached.end(stream, .lease(.replaced))
        }
        return stream
    }

    /// The lease and the user of a stream.
    func holder(of stream: AttachTable.ID) -> (lease: UInt64, user: UUIDv7)? {
        attached.lease(of: stream).map { ($0.id, users.id(of: $0.user)) }
    }

    /// Closes a stream.
    ///
    /// - Returns: what the engine must learn of the lease; nil if it has ended or belongs to
    ///   another stream.
    mutating func closeStream(
        _ stream: AttachTable.ID
    ) -> (lease: UInt64, user: UUIDv7, ending: AttachTable.Ending?)? {
        guard let held = holder(of: stream) else { return nil }
        let ending = attached.ending(of: stream)
        attached.close(stream)
        guard replica?.streams[held.lease] == stream else { return nil }
        replica?.streams[held.lease] = nil
        leases.setAttachment(of: held.lease, AttachTable.none)
        if case .lease = ending { return nil }
        return (held.lease, held.user, ending)
    }

    /// Ends the streams of sessions that have ended. The engine ends their leases.
    mutating func endStreams(ofSessions sessions: [UUIDv7]) {
        for session in sessions {
            for lease in leases.leases(ofSession: session) {
                if let stream = leases.attachment(of: lease.id) {
                    attached.end(stream, .lease(.session))
                }
            }
        }
    }

    /// The regular work of a replica. The engine ends the leases.
    mutating func keepReplica(at now: Moment) {
        // Nothing is written here, as the engine has it.
        journal.backlog = Backlog()
        journal.unwritten = UnwrittenVersions()
        seeHolders(at: now)
    }

    /// Records that holders of leases were here. Each was heard within its lease, or the lease
    /// would have ended. The engine sends the exact time later. While it is unreachable, a lease
    /// proves nothing.
    private mutating func seeHolders(at now: Moment) {
        guard replica?.isKnown == true, !watches.staleness.has(.engine) else { return }
        for lease in leases.all {
            let heard =
                now.wall - Int64(lease.duration) - configuration.scanInterval.wholeMilliseconds
            guard heard > users.lastSeen(lease.user) + Self.seenStep, !leases.isDetached(lease.id),
                !leases.isInvisible(lease.user), heard > replica?.hiddenUntil[lease.user] ?? 0
            else { continue }
            noteBucket(of: lease.user, seenAt: heard)
            users.see(lease.user, at: heard)
        }
    }

    /// In milliseconds; bounds how many users each scan records.
    private static let seenStep: Int64 = 1_000
}

extension EngineLease {
    /// The state of a stream that is not open here.
    fileprivate var attachmentElsewhere: AttachTable.ID {
        if flags.contains(.attached) { return AttachTable.elsewhere }
        return flags.isDisjoint(with: [.detached, .paused]) ? AttachTable.none : AttachTable.left
    }
}

extension Lease {
    fileprivate init(_ shared: EngineLease, of user: UserTable.Index) {
        self.init(
            id: shared.id, user: user, device: DeviceKey(bits: shared.device),
            session: shared.session, duration: shared.duration, mode: shared.mode,
            isIdle: shared.flags.contains(.idle), since: shared.since)
    }
}
