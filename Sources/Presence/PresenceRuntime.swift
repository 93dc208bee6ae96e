import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import SharedLeases

/// The service, put together: what answers its calls, and what it does on its own. It serves
/// nothing by itself.
package struct PresenceRuntime: Sendable {
    /// For the server's router.
    package let handler: PresenceHandler
    package let adminHandler: PresenceAdminHandler
    let hub: PresenceHub
    let leases: any LeaseAuthority
    /// Nil where the leases are this process's own.
    let shared: SharedPresence?
    let writer: JournalWriter
    let store: PresenceStore
    private let configuration: PresenceConfiguration
    private let blockCursor: ProfileCursor?
    private let metrics = PresenceMetrics()
    private let logger: Logger

    /// Takes up what an earlier run has left. A server may start afterwards.
    ///
    /// - Parameters:
    ///   - authenticator: the server's, which is asked again about those who stay.
    ///   - store: closed by the caller, after `run` has returned. Instances that share an engine share it, too.
    ///   - engine: what instances share, closed by the caller likewise; nil if this process is the only one.
    ///   - clock: milliseconds since 1970-01-01 UTC.
    ///   - monotonicClock: milliseconds of a clock that nobody sets.
    /// - Throws: what the store says; `CryptoError`.
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
            (self.shared, leases, blockCursor) = (shared, shared.leases, nil)
        } else {
            (shared, leases) = (nil, LocalLeases(hub: hub))
            do {
                try await store.begin(hub.withRoster { roster, _ in roster.history })
            } catch {
                // Where the disk is full, say. Watches of this run cannot go on in the next one.
                logger.warning("the run was not written", metadata: ["error": "\(error)"])
                try hub.forgetHistory(random)
            }
            let blocks = try await store.blocks()
            blockCursor = blocks.cursor
            hub.withRoster { roster, _ in roster.restore(blocks) }
        }
        writer = JournalWriter(
            hub: hub, store: store, configuration: configuration, metrics: metrics,
            logger: logger)
        handler = PresenceHandler(
            hub: hub, leases: leases, store: store, authenticator: authenticator)
        adminHandler = PresenceAdminHandler(hub: hub, leases: leases, logger: logger)
    }

    /// Ends leases in time, has watches told of changes, and writes what must outlive the process, until it
    /// is cancelled; then writes the rest. Call it once, and cancel it after the server is drained.
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

    /// Follows who has blocked whom, until it is cancelled. Call it once; before it has heard of all
    /// blocks, in this run or an earlier one, nobody's presence is shown.
    ///
    /// - Parameters:
    ///   - profile: calls Profile as a service.
    ///   - onHealthChange: hears how much is known, at first and whenever that has changed.
    package func followBlocks(
        of profile: ProfileServiceClient, pace: FollowingPace = FollowingPace(),
        onHealthChange: @Sendable (BlockFollower.Health) -> Void = { _ in }
    ) async {
        let follower = BlockFollower(
            profile: profile, hub: hub, store: shared == nil ? store : nil, pace: pace,
            logger: logger)
        await follower.run(from: blockCursor, onHealthChange: onHealthChange)
    }

    /// Ends the leases of sessions that have ended, and their watches with `unauthenticated`.
    package func endSessions(_ ended: EndedSessions) {
        leases.endSessions(ended)
        hub.endWatches(of: ended)
    }

    /// Ends all streams that are open with `unavailable`. To be called when nobody knows any more
    /// which sessions have ended, and the server's authenticator refuses every call.
    package func suspendStreams() {
        hub.suspendStreams()
    }

    /// Ends all streams with `unavailable`, and takes no more. To be called before the server is
    /// drained, which waits for its streams to end. Leases are left as they are.
    package func beginDrain() {
        hub.beginDrain(over: configuration.drainSpread)
    }

    /// Why not everything is known that the engine of the instances has; nil without one, and when nothing is
    /// wrong.
    package var engineTrouble: String? { shared?.trouble }

    /// Whether clients are sent away.
    package var isDraining: Bool { hub.isDraining }

    private func scan() async {
        while (try? await Task.sleep(for: configuration.scanInterval)) != nil {
            hub.scan()
            metrics.publish(hub.counts, hub.withRoster { roster, _ in roster.takeTally() })
        }
    }
}
