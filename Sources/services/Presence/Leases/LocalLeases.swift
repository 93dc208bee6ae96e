import AccessTokens
import RollcallCrypto

/// The leases of one process: in the roster's flat arrays, which a journal outlives.
struct LocalLeases: LeaseAuthority {
    let hub: PresenceHub

    func goOnline(
        _ user: UUIDv7, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> GrantedLease {
        try await hub.attempt(for: session) { roster, now in
            GrantedLease(try roster.goOnline(user, wanted, at: now))
        }
    }

    func renew(_ lease: UInt64, of user: UUIDv7, _ update: DeviceUpdate) async throws -> UInt32 {
        try hub.withRoster { roster, now in
            try roster.renew(lease, of: user, update, at: now).duration
        }
    }

    func goOffline(_ lease: UInt64, of user: UUIDv7) async throws {
        hub.withRoster { roster, now in roster.goOffline(lease, of: user, at: now) }
    }

    func kick(_ user: UUIDv7, lease: UInt64?) async throws -> Int {
        hub.withRoster { roster, now in roster.kick(user, lease: lease, at: now) }
    }

    func attach(
        _ caller: WatchCaller, _ wanted: LeaseRequest, _ session: SessionCheck
    ) async throws -> (GrantedLease, AttachTable.ID) {
        try hub.checkTakesStreams()
        return try await hub.attempt(for: session) { roster, now in
            let (lease, stream) = try roster.attach(
                caller.user, wanted, tokenEnd: caller.end, at: now)
            return (GrantedLease(lease), stream)
        }
    }

    func hear(_ pending: inout PendingUpdate, on stream: AttachTable.ID) async throws -> Int64? {
        let update = pending.update
        return try hub.withRoster { roster, now in try roster.hear(stream, update, at: now) }
    }

    func goOffline(_ stream: AttachTable.ID) async throws {
        hub.withRoster { roster, now in roster.goOffline(stream, at: now) }
    }

    func detach(_ stream: AttachTable.ID) async {
        hub.withRoster { roster, now in roster.detach(stream, at: now) }
    }

    func endSessions(_ ended: EndedSessions) {
        hub.withRoster { roster, _ in
            roster.leases.sessionChanges += 1
            switch ended {
            case .sessions(let texts): roster.endLeases(of: texts.compactMap(UUIDv7.init))
            case .all: roster.endAllLeases()
            }
        }
    }

    func register(_ user: UUIDv7, at time: Int64) async throws {
        hub.withRoster { roster, _ in roster.register(user, at: time) }
    }

    func erase(_ user: UUIDv7) async throws {
        hub.withRoster { roster, _ in roster.erase(user) }
    }

    func users(after user: UUIDv7?, limit: Int) -> [UUIDv7] { [] }

    func knows(_ user: UUIDv7) -> Bool { false }

    func apply(_ setting: Roster.Setting) async throws {
        hub.withRoster { roster, _ in roster.apply(setting) }
    }
}

extension GrantedLease {
    init(_ lease: Lease) {
        self.init(id: lease.id, duration: lease.duration)
    }
}
