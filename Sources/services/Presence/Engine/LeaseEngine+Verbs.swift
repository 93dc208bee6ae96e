import Redis
import RollcallBasics
import RollcallCrypto

extension LeaseEngine {
    /// The outcome of a request for a lease.
    package enum Beginning: String, Sendable {
        case begun = "ok"
        case erased
        /// The user has reached the limit of devices online.
        case tooManyDevices = "devices"
        /// The limit of all users' leases is reached.
        case full
    }

    /// Begins a lease for a device. It replaces the device's earlier lease.
    ///
    /// - Parameters:
    ///   - lease: must have a unique id. The server records when it began.
    ///   - idle: how long ago the device was last touched, in milliseconds.
    /// - Throws: `RedisError`.
    package func begin(
        _ lease: EngineLease, of user: UUIDv7, idle: UInt32? = nil
    ) async throws(RedisError) -> Beginning {
        let reply = try await run(
            LeaseScripts.begin,
            [
                .bytes(user.bytes), .number(lease.id), .number(lease.device),
                .bytes(lease.session.bytes), .integer(Int64(lease.duration)),
                .integer(Int64(lease.mode.rawValue)),
                .text(lease.flags.contains(.attached) ? "1" : "0"),
                idle.map { .integer(Int64($0)) } ?? .text(""),
                .integer(configuration.idleThreshold.wholeMilliseconds),
                .integer(Int64(configuration.leases)),
            ])
        guard let text = try reply.first?.text, let beginning = Beginning(rawValue: text) else {
            throw .malformedReply
        }
        return beginning
    }

    /// Records that the stream of a device has ended. Does nothing if the lease has ended.
    ///
    /// - Parameters:
    ///   - ending: after `draining`, the lease lasts for its whole duration after the pause; after
    ///     `doubt`, it stays as it was.
    ///   - grace: after any other ending, the lease ends after this time, unless it ends earlier or
    ///     the device is heard.
    /// - Throws: `RedisError`.
    func detach(
        _ lease: UInt64, of user: UUIDv7, after ending: AttachTable.Ending?, grace: Duration
    ) async throws(RedisError) {
        let (word, pause) =
            switch ending {
            case .draining(let pause): ("pause", Duration.milliseconds(pause))
            case .doubt: ("keep", Duration.zero)
            case .token, .lease, nil: ("grace", grace)
            }
        _ = try await run(
            LeaseScripts.detach,
            [
                .bytes(user.bytes), .number(lease), .text(word),
                .integer(pause.wholeMilliseconds),
            ])
    }

    /// Ends leases of a user. It is no error if a lease has already ended.
    ///
    /// - Parameters:
    ///   - leases: nil for all.
    ///   - isSeen: whether the user counts as seen now.
    /// - Returns: how many have ended.
    /// - Throws: `RedisError`.
    @discardableResult
    func end(
        _ leases: [UInt64]?, of user: UUIDv7, _ cause: LeaseEnd, isSeen: Bool
    ) async throws(RedisError) -> Int {
        if leases?.isEmpty == true { return 0 }
        var ids: [UInt8] = []
        for lease in leases ?? [] { ids.append(bigEndian: lease) }
        let reply = try await run(
            LeaseScripts.end,
            [
                .bytes(user.bytes), .integer(Int64(cause.rawValue)), .text(isSeen ? "1" : "0"),
                .bytes(ids),
            ])
        guard let count = try reply.first?.integer else { throw .malformedReply }
        return Int(count)
    }

    /// Ends the leases of ended sessions. The users' last seen times stay as they are.
    ///
    /// - Throws: `RedisError`. Some leases may have ended then.
    func endSessions(_ sessions: [UUIDv7]) async throws(RedisError) {
        try await runByPages(LeaseScripts.endSessions, sessions) { session, bytes in
            bytes += session.bytes
        }
    }

    /// Whether an instance has reported that all users in its store are registered. If the engine
    /// loses its data, this becomes false again.
    ///
    /// - Throws: `RedisError`.
    var isRegistered: Bool {
        get async throws(RedisError) {
            let command = RedisCommand("HEXISTS", configuration.name, "registered")
            return try await connection.send(command).integer == 1
        }
    }

    /// Reports that all users in the store are registered.
    ///
    /// - Throws: `RedisError`.
    func noteRegistered() async throws(RedisError) {
        _ = try await connection.send(
            RedisCommand("HSET", configuration.name, "registered", "1"))
    }

    /// The outcome of a change of a status text.
    enum StatusOutcome: Sendable, Equatable {
        /// The lease was renewed, for this many milliseconds.
        case done(UInt32)
        case leaseEnded
        case full
    }

    /// Sets or removes a status text, and renews a lease of the user.
    ///
    /// - Parameters:
    ///   - text: empty to remove it.
    ///   - end: milliseconds since 1970-01-01 UTC; 0 for never.
    /// - Throws: `RedisError`.
    func setStatus(
        _ text: String, until end: Int64, with lease: UInt64, of user: UUIDv7
    ) async throws(RedisError) -> StatusOutcome {
        let reply = try await run(
            LeaseScripts.status,
            [
                .bytes(user.bytes), .number(lease), .text(text), .integer(end),
                .integer(Int64(configuration.statuses)),
            ])
        guard let duration = try reply.first?.integer else { throw .malformedReply }
        return switch duration {
        case 0: .leaseEnded
        case -1: .full
        default: .done(UInt32(clamping: duration))
        }
    }

    /// Records users' last seen times, from sign-ups or from a store. A known time never goes back.
    ///
    /// - Parameter seen: milliseconds since 1970-01-01 UTC.
    /// - Throws: `RedisError`. Some times may have been recorded then.
    func register(_ seen: [(user: UUIDv7, at: Int64)]) async throws(RedisError) {
        try await runByPages(LeaseScripts.register, seen) { entry, bytes in
            bytes += entry.user.bytes
            bytes.append(bigEndian: max(0, entry.at))
        }
    }

    /// Deletes a user, who takes no more leases.
    ///
    /// - Throws: `RedisError`.
    func erase(_ user: UUIDv7) async throws(RedisError) {
        _ = try await run(LeaseScripts.erase, [.bytes(user.bytes)])
    }

    /// Records the visibility of users, from a store. A later setting has a larger number.
    ///
    /// - Throws: `RedisError`. Some settings may have been recorded then.
    func show(
        _ settings: [(user: UUIDv7, visibility: UInt8, number: UInt32)]
    ) async throws(RedisError) {
        try await runByPages(LeaseScripts.show, settings) { setting, bytes in
            bytes += setting.user.bytes
            bytes.append(setting.visibility)
            bytes.append(bigEndian: setting.number)
        }
    }

    /// Asks the server whether it has memory for new leases. Present leases go on and end without.
    ///
    /// - Throws: `RedisError`; `refused` with the code `OOM` if it has none.
    func checkRoom() async throws(RedisError) {
        _ = try await run(LeaseScripts.register, [.text("")])
    }

    /// Runs a script with all items, some at a time: the server does nothing else meanwhile.
    private func runByPages<Item>(
        _ script: RedisScript, _ items: [Item], write: (Item, inout [UInt8]) -> Void
    ) async throws(RedisError) {
        var rest = items[...]
        while !rest.isEmpty {
            var bytes: [UInt8] = []
            for item in rest.prefix(configuration.usersPerPage) { write(item, &bytes) }
            rest = rest.dropFirst(configuration.usersPerPage)
            _ = try await run(script, [.bytes(bytes)])
        }
    }

    /// Restores users after the engine has lost its data. The engine's own data is newer, and
    /// stays.
    ///
    /// - Parameter epoch: nothing is done in another epoch.
    /// - Throws: `RedisError`.
    func restore(_ users: [EngineUser], in epoch: UInt64) async throws(RedisError) {
        _ = try await run(
            LeaseScripts.restore,
            [.number(epoch)]
                + users.flatMap { [.bytes($0.id.bytes), .bytes($0.record)] })
    }
}

extension RedisArgument {
    /// Eight bytes, big-endian.
    static func number(_ value: UInt64) -> RedisArgument { .bytes(value.bigEndianBytes) }
}
