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
        /// Ends with the caller's session, and when the service is about to stop.
        let place: FeedPlace
    }

    private struct State {
        var table: ProfileWatchTable
        var places: [ProfileWatchTable.ID: FeedPlace] = [:]
    }

    private let state: Mutex<State>
    /// The streams of the watches, by the ids of their callers' sessions. The slots limit them.
    let watchers = Feed<String>(limitOfTopic: .max, tooMany: .overloaded)
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
        let id = try state.withLock { state in
            try state.table.open(users, by: viewer, at: ClientNetwork(context.peer))
        }
        do {
            let place = try watchers.enter(context.user.sessionID)
            state.withLock { $0.places[id] = place }
            let start = try await store.start(of: users, by: viewer, after: position?.change)
            let isBehind = state.withLock { $0.table.begin(id, with: start, from: position) }
            if isBehind { store.followers.wakeAll() }
            return Watch(id: id, place: place)
        } catch {
            close(id)
            throw error
        }
    }

    func close(_ watch: Watch) { close(watch.id) }

    private func close(_ id: ProfileWatchTable.ID) {
        let place = state.withLock { state in
            state.table.close(id)
            return state.places.removeValue(forKey: id)
        }
        if let place { watchers.leave(place) }
    }

    /// The next update; `nil` if there is none.
    func take(_ watch: Watch) -> ProfileWatch.Update? {
        state.withLock { $0.table.take(watch.id) }
    }

    /// Lets a watch send a heartbeat.
    func wake(_ watch: Watch) {
        state.withLock { $0.table.noteHeartbeat(watch.id) }
        watch.place.wake()
    }

    /// Ends the watches of ended sessions. A watch that is opened at the same time checks its
    /// session again.
    func endWatches(of ended: EndedSessions) {
        switch ended {
        case .sessions(let sessions): watchers.end(sessions)
        case .all: watchers.endAll()
        }
    }

    /// Follows the changes until it is cancelled. Call it once.
    ///
    /// - Throws: `CancellationError`.
    func run() async throws {
        if let place = try? store.followers.enter() {
            defer { store.followers.leave(place) }
            try await follow(place)
        }
        // The feed ends before the service stops.
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    private func follow(_ place: FeedPlace) async throws {
        while try await place.next() != .end {
            do {
                while try await readOn() {}
            } catch {
                try Task.checkCancellation()
                logger.warning(
                    "changes could not be read for those who watch profiles",
                    metadata: ["error": "\(error)"])
                try await Task.sleep(for: retryPause)
                place.wake()
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
            watchers.endAll()
            return false
        }
        let (places, isUnread) = state.withLock { state in
            let places = state.table.note(changes, of: round).compactMap { state.places[$0] }
            return (places, !state.table.unread.isEmpty)
        }
        for place in places { place.wake() }
        return !changes.isLast || isUnread
    }
}
