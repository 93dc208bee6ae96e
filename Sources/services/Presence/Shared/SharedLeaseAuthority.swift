import AccessTokens
import Redis
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC

/// The leases of several instances. An engine in Redis or Valkey decides, and the roster follows
/// it.
struct SharedLeaseAuthority: LeaseAuthority {
    let hub: PresenceHub
    let engine: LeaseEngine
    let follower: LeaseFollower
    let outbox: EngineOutbox

    func goOnline(
        _ user: UUIDv7, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> GrantedLease {
        try await begin(user, wanted, session, isAttached: false)
    }

    func renew(_ lease: UInt64, of user: UUIDv7, _ update: DeviceUpdate) async throws -> UInt32 {
        if !update.isBeat {
            try hub.withRoster { roster, now in
                if let known = roster.users.index(of: user) {
                    try roster.countChange(of: known, at: now)
                }
            }
        }
        return try await EngineFailure.asRPCError {
            try await renewed(lease, of: user, update)
        }
    }

    func goOffline(_ lease: UInt64, of user: UUIDv7) async throws {
        try await EngineFailure.asRPCError {
            _ = try await engine.end([lease], of: user, .offline, isSeen: true)
        }
    }

    func kick(_ user: UUIDv7, lease: UInt64?) async throws -> Int {
        try await EngineFailure.asRPCError {
            try await engine.end(lease.map { [$0] }, of: user, .kicked, isSeen: true)
        }
    }

    func attach(
        _ caller: WatchCaller, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> (GrantedLease, AttachTable.ID) {
        try hub.checkTakesStreams()
        let lease = try await begin(caller.user, wanted, session, isAttached: true)
        let stream = hub.withRoster { roster, _ in
            roster.openStream(lease.id, of: caller.user, tokenEnd: caller.end)
        }
        return (lease, stream)
    }

    /// While the engine is unreachable, an attached device keeps its lease, and a change waits with
    /// the later messages of its stream. Heartbeats do not wait.
    func hear(_ pending: inout PendingUpdate, on stream: AttachTable.ID) async throws -> Int64? {
        guard let held = hub.withRoster({ roster, _ in roster.holder(of: stream) }) else {
            throw RPCError.leaseEnded
        }
        do {
            if !pending.isCounted, let pause = countChange(of: held.user) {
                _ = try await renewed(held.lease, of: held.user, DeviceUpdate())
                return pause
            }
            pending.isCounted = true
            _ = try await renewed(held.lease, of: held.user, pending.update)
            return nil
        } catch let error as RedisError {
            guard EngineFailure.isTemporary(error) else { throw EngineFailure.rpcError(error) }
            if pending.update.isBeat { return nil }
            pending.failures += 1
            return Self.retries.pause(after: pending.failures).wholeMilliseconds
        }
    }

    /// The pauses between two attempts to send a change of an attached device: up to 5 s.
    static let retries = Backoff(
        initial: .milliseconds(500), multiplier: 2, maximum: .seconds(4), jitter: 0.25)

    func goOffline(_ stream: AttachTable.ID) async throws {
        guard let held = hub.withRoster({ roster, _ in roster.holder(of: stream) }) else { return }
        try await goOffline(held.lease, of: held.user)
    }

    /// If the engine is unreachable, the lease ends by itself at its deadline.
    func detach(_ stream: AttachTable.ID) async {
        guard let closed = hub.withRoster({ roster, _ in roster.closeStream(stream) }) else {
            return
        }
        try? await engine.detach(
            closed.lease, of: closed.user, after: closed.ending,
            grace: hub.configuration.detachGrace)
    }

    func endSessions(_ ended: EndedSessions) {
        let sessions: [UUIDv7] =
            switch ended {
            case .sessions(let texts): texts.compactMap(UUIDv7.init)
            // Each instance knows all leases. A lease that begins at the same time checks its
            // session again.
            case .all:
                hub.withRoster { roster, _ in Array(Set(roster.leases.all.map(\.session))) }
            }
        hub.withRoster { roster, _ in
            roster.leases.sessionChanges += 1
            roster.endStreams(ofSessions: sessions)
        }
        outbox.end(sessions)
    }

    func register(_ user: UUIDv7, at time: Int64) async throws {
        guard !hub.withRoster({ roster, _ in roster.isRegistered(user) }) else { return }
        try await EngineFailure.asRPCError { try await engine.register([(user, time)]) }
    }

    func erase(_ user: UUIDv7) async throws {
        try await EngineFailure.asRPCError { try await engine.erase(user) }
        hub.withRoster { roster, _ in roster.erase(user) }
    }

    func users(after user: UUIDv7?, limit: Int) -> [UUIDv7] {
        follower.view.users(after: user, limit: limit).map(\.id)
    }

    func knows(_ user: UUIDv7) -> Bool {
        hub.withRoster { roster, _ in
            roster.users.index(of: user).flatMap { roster.replica?.version(of: $0) } ?? 0 > 0
        }
    }

    /// The store has the change already. It takes effect here at once, and elsewhere as soon as the
    /// engine answers.
    func apply(_ setting: Roster.Setting) async throws {
        do {
            try await engine.show([setting.shared])
        } catch {
            outbox.show(setting)
        }
        hub.withRoster { roster, _ in roster.apply(setting) }
    }

    /// Counts a change of a user.
    ///
    /// - Returns: nil if it was counted; otherwise the milliseconds until the limit has a permit.
    private func countChange(of user: UUIDv7) -> Int64? {
        hub.withRoster { roster, now in
            roster.users.index(of: user).flatMap {
                roster.changeLimit.take($0, now: now.monotonic)
            }
        }
    }

    /// Ends the lease again if the session has ended meanwhile. The lease stays if that is unknown.
    private func begin(
        _ user: UUIDv7, _ wanted: LeaseRequest, _ session: SessionCheck, isAttached: Bool
    ) async throws -> GrantedLease {
        let changes = hub.sessionChanges
        try await session.make()
        try hub.withRoster { roster, now in
            guard !roster.users.erased.contains(user) else { throw RPCError.userErased }
            if let known = roster.users.index(of: user) {
                try roster.countChange(of: known, at: now)
            }
        }
        let lease = try await begun(user, wanted, isAttached: isAttached)
        guard hub.sessionChanges != changes else { return lease }
        do {
            try await session.make()
        } catch let error as RPCError where error.code == .unauthenticated {
            try await goOffline(lease.id, of: user)
            throw error
        }
        return lease
    }

    private func begun(
        _ user: UUIDv7, _ wanted: LeaseRequest, isAttached: Bool
    ) async throws -> GrantedLease {
        let lease = EngineLease(
            id: .random(in: 1 ... .max), device: wanted.device.bits, session: wanted.session,
            duration: wanted.duration, mode: wanted.mode,
            flags: isAttached ? .attached : [])
        let beginning = try await EngineFailure.asRPCError {
            try await engine.begin(lease, of: user, idle: wanted.idle)
        }
        switch beginning {
        case .begun: return GrantedLease(id: lease.id, duration: lease.duration)
        case .erased: throw RPCError.userErased
        case .tooManyDevices: throw RPCError.tooManyDevices
        case .full: throw RPCError.overloaded
        }
    }

    /// - Throws: `RedisError`; `RPCError` for a refusal.
    private func renewed(
        _ lease: UInt64, of user: UUIDv7, _ update: DeviceUpdate
    ) async throws -> UInt32 {
        var duration: UInt32?
        if update.status == nil || update != DeviceUpdate(status: update.status) {
            duration = try await follower.renew(
                Renewal(lease: lease, user: user, update: update))
        }
        guard duration != 0 else { throw RPCError.leaseEnded }
        hub.withRoster { roster, _ in roster.leases.tally.renewals += 1 }
        guard let change = update.status else { return duration ?? 0 }
        let (text, end) = change.shared
        switch try await engine.setStatus(text, until: end, with: lease, of: user) {
        case .done(let duration): return duration
        case .leaseEnded: throw RPCError.leaseEnded
        case .full: throw RPCError.overloaded
        }
    }
}

extension StatusChange {
    /// The text, empty for none, and its end, 0 for never.
    fileprivate var shared: (String, Int64) {
        switch self {
        case .remove: ("", 0)
        case .set(let status): (status.text, status.end ?? 0)
        }
    }
}

extension Roster.Setting {
    var shared: (user: UUIDv7, visibility: UInt8, number: UInt32) {
        (user, visibility.rawValue, number)
    }
}
