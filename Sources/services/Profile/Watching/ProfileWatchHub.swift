import AccessTokens
import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The watches of profiles, and the one follower of changes that feeds them.
final class ProfileWatchHub: Sendable {
    /// A watch, until it is closed.
    struct Watch: Sendable {
        fileprivate let id: ProfileWatchTable.ID
        /// Yields an element when there may be news. Ends with the caller's session, and when the
        /// service is about to stop.
        let wakes: AsyncStream<Void>
    }

    /// How an open watch is woken, and the session of its caller.
    private struct Caller {
        let session: String
        let waker: AsyncStream<Void>.Continuation
    }

    private struct State {
        var table: ProfileWatchTable
        /// The callers of watches that have not ended.
        var callers: [ProfileWatchTable.ID: Caller] = [:]
        var isDraining = false
    }

    private let state: Mutex<State>
    private let store: ProfileStore
    private let retryPause: Duration
    private let logger: Logger
    /// Of `ProfileStore.unlock`: seals the cursors.
    let masterKey: Secret
    let slots: CallLimiter
    /// Between two signs of life of a watch.
    let heartbeat: Duration

    init(
        store: ProfileStore, masterKey: Secret, configuration: ProfileConfiguration, logger: Logger
    ) {
        self.store = store
        self.masterKey = masterKey
        slots = CallLimiter(
            limit: configuration.watches, perUser: configuration.watchesPerUser)
        heartbeat = configuration.heartbeat
        retryPause = configuration.changePoll
        self.logger = logger
        state = Mutex(State(table: ProfileWatchTable(configuration)))
    }

    func withTable<R: Sendable>(_ body: (ProfileWatchTable) -> R) -> R {
        state.withLock { body($0.table) }
    }

    /// Opens a watch. The caller must close it.
    ///
    /// - Throws: `RPCError`.
    func open(
        _ users: WatchedUsers, by viewer: UUIDv7, _ context: CallContext,
        from position: WatchPosition?
    ) async throws -> Watch {
        let (wakes, waker) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let session = try context.user.sessionID
        let id = try state.withLock { state in
            guard !state.isDraining else { throw RPCError.streamStopping }
            let id = try state.table.open(users, by: viewer, at: ClientNetwork(context.peer))
            state.callers[id] = Caller(session: session, waker: waker)
            return id
        }
        let watch = Watch(id: id, wakes: wakes)
        do {
            let start = try await store.start(of: users, by: viewer, after: position?.change)
            let isBehind = state.withLock { $0.table.begin(id, with: start, from: position) }
            if isBehind { store.feed.publish() }
        } catch {
            close(watch)
            throw error
        }
        waker.yield()
        return watch
    }

    func close(_ watch: Watch) {
        state.withLock { state in
            state.table.close(watch.id)
            return state.callers.removeValue(forKey: watch.id)
        }?.waker.finish()
    }

    /// The next update; `nil` if there is none.
    func take(_ watch: Watch) -> ProfileWatch.Update? {
        state.withLock { $0.table.take(watch.id) }
    }

    /// Lets a watch send a heartbeat.
    func wake(_ watch: Watch) {
        state.withLock { state in
            state.table.noteHeartbeat(watch.id)
            return state.callers[watch.id]
        }?.waker.yield()
    }

    /// Ends all watches, and accepts no new ones.
    func beginDrain() {
        state.withLock { $0.isDraining = true }
        end { _ in true }
    }

    /// Ends the watches of ended sessions. A watch that is opened at the same time checks its
    /// session again.
    func endWatches(of ended: EndedSessions) {
        switch ended {
        case .sessions(let sessions):
            let sessions = Set(sessions)
            end { sessions.contains($0.session) }
        case .all: end { _ in true }
        }
    }

    private func end(_ isEnding: (Caller) -> Bool) {
        let ended = state.withLock { state in
            let ended = state.callers.filter { isEnding($0.value) }
            for id in ended.keys { state.callers[id] = nil }
            return ended.values
        }
        for caller in ended { caller.waker.finish() }
    }

    /// Follows the changes until it is cancelled. Call it once.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        if let follower = try? store.feed.enter(nil) {
            defer { store.feed.leave(follower) }
            await follow(follower)
        }
        // The feed ends before the service stops.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    private func follow(_ follower: ChangeFeed.Follower) async {
        for await _ in follower.wakes {
            do {
                while try await readOn() {}
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning(
                    "changes could not be read for those who watch profiles",
                    metadata: ["error": "\(error)"])
                try? await Task.sleep(for: retryPause)
                store.feed.wake(follower)
            }
        }
    }

    /// - Returns: whether there may be more changes.
    private func readOn() async throws -> Bool {
        guard let round = state.withLock({ $0.table.beginRound() }) else { return false }
        let changes: WatchedChanges?
        do {
            changes = try await store.changes(of: round, for: self)
        } catch {
            state.withLock { $0.table.giveUp(round) }
            throw error
        }
        guard let changes else {
            end { _ in true }
            return false
        }
        let (wakers, isUnread) = state.withLock { state in
            let wakers = state.table.note(changes, of: round).compactMap {
                state.callers[$0]?.waker
            }
            return (wakers, !state.table.unread.isEmpty)
        }
        for waker in wakers { waker.yield() }
        return !changes.isLast || isUnread
    }
}
