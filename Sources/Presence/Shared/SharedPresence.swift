import Logging
import Redis
import RollcallCrypto
import SharedLeases
import Synchronization

/// What an instance does so that it and others show the same: it follows the engine, has it end what is due, and
/// tells it what it may not know.
package struct SharedPresence: Sendable {
    let engine: LeaseEngine
    let follower: LeaseFollower
    let keeper: LeaseKeeper
    let leases: SharedLeaseAuthority
    private let hub: PresenceHub
    private let store: PresenceStore
    private let failure = LastFailure()
    private let logger: Logger

    private static let pause = Duration.milliseconds(500)

    /// - Parameters:
    ///   - store: that of all instances.
    ///   - monotonicClock: milliseconds of a clock that nobody sets.
    init(
        _ engine: LeaseEngine, hub: PresenceHub, store: PresenceStore,
        monotonicClock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        self.engine = engine
        self.hub = hub
        self.store = store
        self.logger = logger
        follower = LeaseFollower(
            engine, view: SharedView(hub), monotonicClock: monotonicClock)
        keeper = LeaseKeeper(engine, monotonicClock: monotonicClock)
        leases = SharedLeaseAuthority(
            hub: hub, engine: engine, follower: follower, outbox: EngineOutbox(store))
    }

    /// Until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await keeper.run { note($0) } }
            group.addTask { await leases.outbox.run(leases) }
            group.addTask {
                await tellStored()
                await follower.run()
            }
        }
        follower.close()
    }

    /// Ends all that is due, and notes the engine's clock.
    ///
    /// - Throws: `RedisError`.
    func expire() async throws(RedisError) {
        var isMore = true
        while isMore {
            let round = try await keeper.expire()
            note(round)
            isMore = round.isMore
        }
    }

    private func note(_ round: LeaseKeeper.Round) {
        hub.withRoster { roster, _ in roster.noteClock(round.clock, at: round.position) }
    }

    /// Why not everything is known here; nil when nothing is wrong.
    var trouble: String? {
        if let error = failure.error ?? follower.trouble { return "\(error)" }
        let isKnown = hub.withRoster { roster, _ in roster.replica?.isKnown == true }
        return isKnown ? nil : "its users have not been read yet, so nobody's presence is shown"
    }

    /// Tells the engine what the store has, before anybody is shown: it may have lost it, or never heard of it, if
    /// an instance was killed in between.
    private func tellStored() async {
        while !Task.isCancelled {
            do {
                try await register()
                try await engine.show(try await store.settings().map(\.shared))
                // What the store says now: it may be another by the time that the engine answers.
                for user in try await store.frozenUsers() {
                    try await engine.setFrozen(user, try await store.isFrozen(user))
                }
                failure.note(nil)
                return
            } catch {
                if failure.note(error) {
                    logger.warning(
                        "the engine of the instances was not told what the store has",
                        metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Tells when users were here who have signed up. An engine without memory for that goes on without it.
    private func register() async throws {
        do {
            guard try await !engine.isRegistered else { return }
            try await engine.register(try await store.journal().lastSeen.map { ($0.user, $0.at) })
            try await engine.noteRegistered()
        } catch RedisError.refused("OOM", _) {
            logger.warning("the engine of the instances has no memory left")
        }
    }
}

/// What went wrong last.
private final class LastFailure: Sendable {
    private let last = Mutex<(any Error)?>(nil)

    var error: (any Error)? { last.withLock { $0 } }

    /// - Returns: whether it is another than before.
    @discardableResult
    func note(_ error: (any Error)?) -> Bool {
        last.withLock { last in
            defer { last = error }
            return error.map { "\($0)" } != last.map { "\($0)" }
        }
    }
}
