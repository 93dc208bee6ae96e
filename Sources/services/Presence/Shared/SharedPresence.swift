import Logging
import Redis
import RollcallBasics

/// Keeps an instance in step with the others. It follows the engine, lets the engine end due
/// leases, and sends the engine what it may not know.
package struct SharedPresence: Sendable {
    let engine: LeaseEngine
    let follower: LeaseFollower
    let keeper: LeaseKeeper
    let leases: SharedLeaseAuthority
    private let hub: PresenceHub
    private let view: SharedView
    private let store: PresenceStore
    /// The last error of sending the engine the store's data.
    private let failure = Renewable<(any Error)?>(nil)
    /// The last error of the end of due leases, and of new ones.
    private let roundFailure = Renewable<(any Error)?>(nil)
    private let logger: Logger

    private static let pause = Duration.milliseconds(500)

    /// - Parameters:
    ///   - store: the store of all instances.
    ///   - monotonicClock: a clock in milliseconds that is never set.
    init(
        _ engine: LeaseEngine, hub: PresenceHub, store: PresenceStore,
        monotonicClock: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        self.engine = engine
        self.hub = hub
        self.store = store
        self.logger = logger
        view = SharedView(hub)
        follower = LeaseFollower(engine, view: view, monotonicClock: monotonicClock)
        keeper = LeaseKeeper(engine, monotonicClock: monotonicClock)
        leases = SharedLeaseAuthority(
            hub: hub, engine: engine, follower: follower, outbox: EngineOutbox(engine))
    }

    /// Runs until it is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await keeper.run { await note($0) } }
            group.addTask { await leases.outbox.run() }
            group.addTask {
                await tellStored()
                await follower.run()
            }
        }
        follower.close()
    }

    /// Records the engine's clock.
    func note(_ round: LeaseKeeper.Round) {
        hub.withRoster { roster, _ in roster.noteClock(round.clock, at: round.position) }
    }

    /// Judges the engine by its writes, as one that refuses them still answers reads.
    private func note(_ result: Result<LeaseKeeper.Round, RedisError>) async {
        do throws(RedisError) {
            let round = try result.get()
            view.setOverdue(false)
            note(round)
            if !round.isMore { try await engine.checkRoom() }
            roundFailure.value = nil
        } catch {
            roundFailure.value = error
            if case .failure = result { view.setOverdue(true) }
        }
    }

    /// Why the instance does not know everything, or cannot do everything; nil if nothing is wrong.
    var trouble: String? {
        if let error = roundFailure.value ?? failure.value ?? follower.trouble {
            return (error as? RedisError).map { EngineFailure.sentence($0, engine.location) }
                ?? "\(error)"
        }
        let isKnown = hub.withRoster { roster, _ in roster.replica?.isKnown == true }
        return isKnown ? nil : "its users have not been read yet, so no presence is shown"
    }

    /// Sends the engine the store's data, before any user is shown. The engine may have lost the
    /// data. If an instance was killed in between, the engine has never received it.
    private func tellStored() async {
        while !Task.isCancelled {
            do {
                try await register()
                try await engine.show(try await store.settings().map(\.shared))
                failure.value = nil
                return
            } catch {
                let isNew = failure.value.map { "\($0)" } != "\(error)"
                failure.value = error
                if isNew {
                    logger.warning(
                        "the engine of the instances was not told what the store has",
                        metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Sends the engine the last seen times of users who have signed up. An engine without memory
    /// for them works without.
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
