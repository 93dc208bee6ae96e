import Logging
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The watches of profiles as calls share them, and the one follower of the changes that feeds them.
final class ProfileWatchHub: Sendable {
    /// A watch, until it is closed.
    struct Watch: Sendable {
        fileprivate let id: ProfileWatchTable.ID
        /// Has an element when there may be news; ends when the service is about to stop.
        let wakes: AsyncStream<Void>
    }

    private struct State {
        var table: ProfileWatchTable
        var wakers: [ProfileWatchTable.ID: AsyncStream<Void>.Continuation] = [:]
        var isDraining = false
    }

    private let state: Mutex<State>
    private let store: ProfileStore
    private let retryPause: Duration
    private let logger: Logger

    init(store: ProfileStore, configuration: ProfileConfiguration, logger: Logger) {
        self.store = store
        retryPause = configuration.changePoll
        self.logger = logger
        state = Mutex(
            State(table: ProfileWatchTable(userLimit: configuration.watchedUsers)))
    }

    func withTable<R: Sendable>(_ body: (ProfileWatchTable) -> R) -> R {
        state.withLock { body($0.table) }
    }

    /// Opens a watch, which is to be closed.
    ///
    /// - Throws: `RPCError`.
    func open(
        _ users: WatchedUsers, by viewer: UUIDv7, from cursor: ProfileWatchCursor?
    ) async throws -> Watch {
        let (wakes, waker) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = try state.withLock { state in
            guard !state.isDraining else { throw RPCError.streamStopping }
            guard let id = state.table.open(users, by: viewer) else { throw RPCError.overloaded }
            state.wakers[id] = waker
            return id
        }
        let watch = Watch(id: id, wakes: wakes)
        do {
            let position = cursor.map(ChangePosition.init)
            let start = try await store.start(of: users, by: viewer, after: position)
            let isBehind = state.withLock { $0.table.begin(id, with: start, from: cursor) }
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
            return state.wakers.removeValue(forKey: watch.id)
        }?.finish()
    }

    /// What is to be told now; `nil` if that is nothing.
    func take(_ watch: Watch) -> ProfileWatch.Update? {
        state.withLock { $0.table.take(watch.id) }
    }

    /// Has a watch say that it is still there.
    func wake(_ watch: Watch) {
        state.withLock { state in
            state.table.noteHeartbeat(watch.id)
            return state.wakers[watch.id]
        }?.yield()
    }

    /// Ends all watches, and takes no more.
    func beginDrain() {
        state.withLock { $0.isDraining = true }
        endAll()
    }

    private func endAll() {
        for waker in state.withLock({ Array($0.wakers.values) }) { waker.finish() }
    }

    /// Follows the changes until it is cancelled. Call it once.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        if let follower = try? store.feed.enter(nil) {
            defer { store.feed.leave(follower) }
            await follow(follower)
        }
        // The feed ends before the service does.
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

    /// - Returns: whether there may be more.
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
            endAll()
            return false
        }
        let (wakers, isUnread) = state.withLock { state in
            let wakers = state.table.note(changes, of: round).compactMap { state.wakers[$0] }
            return (wakers, !state.table.unread.isEmpty)
        }
        for waker in wakers { waker.yield() }
        return !changes.isLast || isUnread
    }
}

extension ChangePosition {
    init(_ cursor: ProfileWatchCursor) {
        self.init(ProfileCursor(position: cursor.position, number: cursor.number))
    }
}
