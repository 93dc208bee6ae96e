import Logging
import Redis
import RollcallCrypto
import SharedLeases

/// What an instance does so that it and others show the same: it follows the engine, has it end what is due, and
/// tells it what it may not know.
package struct SharedPresence: Sendable {
    let engine: LeaseEngine
    let follower: LeaseFollower
    let keeper: LeaseKeeper
    let leases: SharedLeaseAuthority
    private let hub: PresenceHub
    private let stored: StoredJournal
    private let settings: [Roster.Setting]
    private let logger: Logger

    private static let pause = Duration.milliseconds(500)

    /// - Parameters:
    ///   - stored: what the store of all instances has.
    ///   - monotonicClock: milliseconds of a clock that nobody sets.
    init(
        _ engine: LeaseEngine, hub: PresenceHub, stored: StoredJournal,
        settings: [Roster.Setting], monotonicClock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        self.engine = engine
        self.hub = hub
        self.stored = stored
        self.settings = settings
        self.logger = logger
        follower = LeaseFollower(
            engine, view: SharedView(hub), monotonicClock: monotonicClock)
        keeper = LeaseKeeper(engine, monotonicClock: monotonicClock)
        leases = SharedLeaseAuthority(
            hub: hub, engine: engine, follower: follower, outbox: EngineOutbox())
    }

    /// Until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await keeper.run { round in
                    if let round = try? round.get() { note(round) }
                }
            }
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

    /// Tells the engine what the store has, before anybody is shown: it may have lost it, or never heard of it, if
    /// an instance was killed in between.
    private func tellStored() async {
        while !Task.isCancelled {
            do {
                if try await engine.hasNoUsers {
                    try await engine.register(stored.lastSeen.map { ($0.user, $0.at) })
                }
                try await engine.show(settings.map(\.shared))
                for user in stored.frozen { try await engine.setFrozen(user, true) }
                return
            } catch {
                logger.debug("the engine was not told", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
