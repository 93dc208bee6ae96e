import Redis
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Keeps an instance's view of the engine current: reads all users once, then all changes in order.
///
/// It reads all users again when the engine has begun an epoch, or no longer has the changes after
/// its position. If the engine may have lost data, the follower first restores what the view knows,
/// so that no user goes offline by the loss.
final class LeaseFollower: Sendable {
    let engine: LeaseEngine
    let view: any EngineView
    /// Blocks while it waits for changes, so other commands need another connection.
    private let connection: RedisConnection
    private let monotonicClock: @Sendable () -> Int64
    private let following = Mutex(Following())
    private let failure = Renewable<RedisError?>(nil)

    private struct Following {
        /// Up to where the view was brought; nil when all is to be read.
        var position: EnginePosition?
        /// Of what was read last; nil before that.
        var epoch: UInt64?
        /// When the view has all leases that may have been lost, on the monotonic clock.
        var certainAt: Int64 = 0
    }

    /// - Parameter monotonicClock: milliseconds of a clock that is never set.
    init(
        _ engine: LeaseEngine, view: any EngineView,
        monotonicClock: @escaping @Sendable () -> Int64
    ) {
        self.engine = engine
        self.view = view
        self.monotonicClock = monotonicClock
        var redis = engine.configuration.redis
        redis.greeting = { _ in [] }
        connection = RedisConnection(engine.location, configuration: redis)
    }

    /// Why the view cannot follow the engine; nil while it does.
    var trouble: RedisError? { failure.value }

    func close() {
        connection.close()
    }

    /// Renews a lease, in a batch with other renewals, before all other commands. A lease that the
    /// engine has lost, and that the view knows, is taken again.
    ///
    /// - Returns: the lease's duration from now, in milliseconds; 0 when it has ended or belongs to
    ///   another user.
    /// - Throws: `RedisError`.
    func renew(_ renewal: Renewal) async throws(RedisError) -> UInt32 {
        let answer = try await engine.renew(renewal)
        guard answer.duration == 0, answer.position.epoch != following.withLock({ $0.epoch }),
            let user = view.user(renewal.user),
            user.leases.contains(where: { $0.id == renewal.lease })
        else { return answer.duration }
        try await engine.restore([user], in: answer.position.epoch)
        return try await engine.renew(renewal).duration
    }

    /// Follows until it is cancelled.
    func run() async {
        let backoff = Backoff(initial: .milliseconds(50), multiplier: 2, maximum: .seconds(1))
        var failures = 0
        while !Task.isCancelled {
            do {
                try await catchUp(waiting: .milliseconds(500)) { [engine] in
                    engine.progress.note($0)
                }
                failures = 0
                failure.value = nil
            } catch {
                failures += 1
                failure.value = error
                engine.progress.note(nil)
                view.setStale(true)
                try? await Task.sleep(for: backoff.pause(after: failures))
            }
        }
        engine.progress.note(nil)
    }

    /// Brings the view up to date.
    ///
    /// - Parameters:
    ///   - wait: how long to wait for a change if there is none.
    ///   - onStep: called with each position that was reached.
    /// - Throws: `RedisError`; the view keeps what it has reached.
    func catchUp(
        waiting wait: Duration? = nil, onStep: (EnginePosition?) -> Void = { _ in }
    ) async throws(RedisError) {
        var wait = wait
        while true {
            let reached = following.withLock { $0.position }
            onStep(reached)
            guard let position = reached else {
                try await readAll()
                continue
            }
            let changes = try await changes(since: position, waiting: wait)
            wait = nil
            if changes.isEmpty {
                if try await isAtEnd(position) { break }
            } else {
                apply(changes, after: position)
            }
        }
        view.setStale(monotonicClock() < following.withLock { $0.certainAt })
    }

    /// Whether no change follows a position. If one follows that the stream does not have, all
    /// users have to be read again.
    private func isAtEnd(_ position: EnginePosition) async throws(RedisError) -> Bool {
        let now = try await state().position
        if now == position { return true }
        if now.epoch == position.epoch, now.version > position.version {
            // The change may have arrived since the last read.
            let changes = try await changes(since: position, waiting: nil)
            if !changes.isEmpty {
                apply(changes, after: position)
                return false
            }
        }
        following.withLock { $0.position = nil }
        return false
    }

    private func apply(_ changes: [EngineChange], after position: EnginePosition) {
        var next = position
        for change in changes {
            next.version += 1
            guard change.epoch == next.epoch, change.version == next.version else {
                return following.withLock { $0.position = nil }
            }
        }
        view.apply(changes)
        following.withLock { $0.position = next }
    }

    /// Reads all users. Changes made meanwhile are read from the stream afterwards.
    private func readAll() async throws(RedisError) {
        view.setStale(true)
        let state = try await state()
        if let epoch = following.withLock({ $0.epoch }), epoch != state.position.epoch {
            try await restoreAll(in: state.position.epoch)
        }
        // Lost leases that devices still hold are renewed within one lease.
        let longest = max(
            Int64(view.longestLease), engine.configuration.usualLease.wholeMilliseconds)
        let left = state.began + longest - state.clock
        let certainAt = monotonicClock() + min(max(0, left), longest)
        following.withLock { $0.certainAt = certainAt }

        let start = try await self.state()
        guard start.position.epoch == state.position.epoch else { return }
        view.beginReading()
        var cursor = "0"
        repeat {
            let reply = try await connection.send(
                RedisCommand(
                    "HSCAN", name("users"), cursor, "COUNT",
                    "\(engine.configuration.usersPerPage)")
            ).list
            guard reply.count == 2 else { throw .malformedReply }
            cursor = try reply[0].text
            view.read(try Self.users(reply[1].list))
        } while cursor != "0"
        // A new epoch has other users, so this reading is dropped.
        guard try await self.state().position.epoch == start.position.epoch else { return }
        view.endReading(epoch: start.position.epoch, version: start.position.version)
        following.withLock { ($0.position, $0.epoch) = (start.position, start.position.epoch) }
    }

    private func restoreAll(in epoch: UInt64) async throws(RedisError) {
        var last: UUIDv7?
        while true {
            let page = view.users(after: last, limit: engine.configuration.usersPerPage)
            guard let end = page.last else { return }
            last = end.id
            try await engine.restore(page, in: epoch)
        }
    }

    private static func users(_ pairs: [RedisReply]) throws(RedisError) -> [EngineUser] {
        var users: [EngineUser] = []
        for index in stride(from: 0, to: pairs.count - 1, by: 2) {
            guard let id = UUIDv7(bytes: try pairs[index].bytes),
                let user = EngineUser(id: id, record: try pairs[index + 1].bytes[...])
            else { throw .malformedReply }
            users.append(user)
        }
        return users
    }

    private struct State {
        var position: EnginePosition
        /// In milliseconds of the engine's clock: the start of the epoch, and the time at the last
        /// expiry.
        var began: Int64
        var clock: Int64
    }

    private func state() async throws(RedisError) -> State {
        let reply = try await connection.send(
            RedisCommand(
                "HMGET", engine.configuration.name, "epoch", "version", "began", "clock")
        ).list
        guard reply.count == 4, case .bytes(let epoch) = reply[0] else {
            // There is no epoch yet. The next script creates one.
            _ = try await engine.run(LeaseScripts.register, [.text("")])
            return try await state()
        }
        var reader = RecordReader(epoch[...])
        guard let version = UInt64(try reply[1].text), let began = Int64(try reply[2].text),
            let clock = Int64(try reply[3].text)
        else { throw .malformedReply }
        return State(
            position: EnginePosition(epoch: reader.number(), version: version), began: began,
            clock: clock
        )
    }

    private func changes(
        since position: EnginePosition, waiting wait: Duration?
    ) async throws(RedisError) -> [EngineChange] {
        let block = wait.map { ["BLOCK", "\($0.wholeMilliseconds)"] } ?? []
        let words =
            ["XREAD", "COUNT", "\(engine.configuration.changesPerCall)"] + block
            + ["STREAMS", name("changes"), "\(position.version)-0"]
        let reply = try await connection.send(RedisCommand(words.map { .text($0) }))
        guard case .list(let streams) = reply, let stream = streams.first else { return [] }
        let parts = try stream.list
        guard parts.count == 2 else { throw .malformedReply }
        var changes: [EngineChange] = []
        for entry in try parts[1].list { changes.append(try EngineChange(entry: entry)) }
        return changes
    }

    private func name(_ key: String) -> String { "\(engine.configuration.name):\(key)" }
}
