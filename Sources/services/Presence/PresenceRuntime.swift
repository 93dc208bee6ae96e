import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC

/// The parts of the service: its handlers and its background work. It listens on no port itself.
package struct PresenceRuntime: Sendable {
    /// For the server's router.
    package let handler: PresenceHandler
    package let peerHandler: PresencePeerHandler
    package let adminHandler: PresenceAdminHandler
    let hub: PresenceHub
    let leases: any LeaseAuthority
    /// Nil where this process decides its leases alone.
    let shared: SharedPresence?
    let writer: JournalWriter
    let store: PresenceStore
    private let configuration: PresenceConfiguration
    private let metrics = PresenceMetrics()
    private let logger: Logger

    /// Restores the state of an earlier run. A server may start afterwards.
    ///
    /// - Parameters:
    ///   - authenticator: the server's; it is asked again about long calls.
    ///   - store: closed by the caller, after `run` has returned. Instances that share an engine
    ///     also share the store.
    ///   - engine: shared by the instances, and also closed by the caller; nil if this process is
    ///     the only one.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    ///   - monotonicClock: milliseconds of a clock that is never set.
    /// - Throws: the store's errors; `CryptoError`.
    package init(
        store: PresenceStore,
        engine: LeaseEngine? = nil,
        authenticator: any Authenticator,
        configuration: PresenceConfiguration = PresenceConfiguration(),
        clock: @escaping @Sendable () -> Int64,
        monotonicClock: @escaping @Sendable () -> Int64 = MonotonicClock.milliseconds,
        random: RandomSource = .system,
        logger: Logger
    ) async throws {
        self.store = store
        self.configuration = configuration
        self.logger = logger
        hub = try PresenceHub(
            journal: try await store.journal(), configuration: configuration,
            isReplica: engine != nil, clock: clock,
            monotonicClock: monotonicClock, random: random)
        if let engine {
            let shared = SharedPresence(
                engine, hub: hub, store: store, monotonicClock: monotonicClock, logger: logger)
            (self.shared, leases) = (shared, shared.leases)
        } else {
            (shared, leases) = (nil, LocalLeases(hub: hub))
            do {
                try await store.begin(hub.withRoster { roster, _ in roster.journal.history })
            } catch {
                // For example because the disk is full. Watches of this run cannot continue in the
                // next one.
                logger.warning("the run was not written", metadata: ["error": "\(error)"])
                try hub.forgetHistory(random)
            }
            let blocks = try await store.blocks()
            hub.withRoster { roster, _ in roster.restore(blocks) }
        }
        writer = JournalWriter(
            hub: hub, store: store, configuration: configuration, metrics: metrics,
            logger: logger)
        handler = PresenceHandler(
            hub: hub, leases: leases, store: store, authenticator: authenticator)
        // Instances of Presence share no secret, but must read each other's tokens. A constant is
        // enough: only Auth reads the list, and a forged token shows Auth nothing new.
        let pages = PageTokens(secret: Secret(Array("page tokens".utf8)), clock: clock)
        peerHandler = PresencePeerHandler(hub: hub, leases: leases, store: store, pages: pages)
        adminHandler = PresenceAdminHandler(
            hub: hub, leases: leases, log: AdminLog(logger: logger))
    }

    /// Ends leases in time, sends watches their changes, and writes the journal, until it is
    /// cancelled. Then it writes the rest. Call it once, and cancel it after the server is drained.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await scan() }
            group.addTask { await hub.keepTicks() }
            if let shared {
                group.addTask { await shared.run() }
            } else {
                group.addTask { await writer.run() }
            }
        }
    }

    /// Follows Profile's blocks until it is cancelled. Call it once. No presence is shown before
    /// all blocks were received, in this run or an earlier one.
    ///
    /// - Parameters:
    ///   - profile: calls Profile as a service.
    ///   - onHealthChange: called at the start and after every change of the health.
    package func followBlocks(
        of profile: ProfilePeerServiceClient, pace: FollowingPace = FollowingPace(),
        onHealthChange: @Sendable (BlockFollower.Health) -> Void = { _ in }
    ) async {
        let follower = BlockFollower(
            profile: profile, hub: hub, store: shared == nil ? store : nil, pace: pace,
            logger: logger)
        await follower.run(onHealthChange: onHealthChange)
    }

    /// Ends the leases of sessions that have ended, and their watches with `unauthenticated`.
    package func endSessions(_ ended: EndedSessions) {
        leases.endSessions(ended)
        hub.endWatches(of: ended)
    }

    /// Ends all open streams with `unavailable`. To be called when it becomes unknown which
    /// sessions have ended, and the server's authenticator refuses every call.
    package func suspendStreams() {
        hub.suspendStreams()
    }

    /// Ends all streams with `unavailable`, and accepts no more. To be called before the server
    /// drains, as it waits for its streams to end. Leases are unchanged.
    package func beginDrain() {
        hub.beginDrain(over: configuration.drainSpread)
    }

    /// Why this instance may lack data of the engine; nil without an engine, and when nothing is
    /// wrong.
    package var engineTrouble: String? { shared?.trouble }

    private func scan() async {
        // While nobody is here, nothing can end: an idle process is woken seldom.
        while (try? await Task.sleep(for: configuration.scanInterval * (hub.isEmpty ? 3 : 1)))
            != nil
        {
            hub.scan()
            let (leases, lags) = hub.withRoster { roster, _ in
                (roster.leases.takeTally(), roster.watches.takeLags())
            }
            metrics.publish(hub.counts, leases, fanOutLags: lags)
        }
    }
}
