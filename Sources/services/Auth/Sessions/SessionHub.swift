import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization

/// Who watches which session, and is to be told when it or its account changes. Nobody is woken
/// under its lock; while nobody watches, a change costs a look at a number.
final class SessionHub: Sendable {
    /// Names a watch until it is closed.
    typealias ID = UInt64

    /// How many may watch one session at a time.
    static let watchLimit = 16

    fileprivate struct Watch {
        let session: UUIDv7
        let account: UUIDv7
        /// Whether something may have changed since the watch has last looked.
        var hasNews = true
        /// Wakes the watch when something has.
        let wake = AsyncSignal()
    }

    private struct State {
        var watches: [ID: Watch] = [:]
        var ofSession: [UUIDv7: Set<ID>] = [:]
        var ofAccount: [UUIDv7: Set<ID>] = [:]
        var lastID: ID = 0
        var isDraining = false
    }

    private let state = Mutex(State())
    private let count = Atomic(0)
}

// MARK: - Telling

extension SessionHub {
    var isWatched: Bool { count.load(ordering: .relaxed) > 0 }

    func changed(_ sessions: some Sequence<UUIDv7>) {
        tell { state in sessions.lazy.flatMap { state.ofSession[$0] ?? [] } }
    }

    func changed(accounts: some Sequence<UUIDv7>) {
        tell { state in accounts.lazy.flatMap { state.ofAccount[$0] ?? [] } }
    }

    /// Any may have changed.
    func changedAll() {
        tell { $0.watches.keys }
    }

    /// Ends all watches, and takes no more.
    func beginDrain() {
        state.withLock { $0.isDraining = true }
        changedAll()
    }

    private func tell<IDs: Sequence<ID>>(_ ids: (State) -> IDs) {
        guard isWatched else { return }
        let woken = state.withLock { state in
            // In an array: a lazy sequence would hold a copy of the state.
            Array(ids(state)).compactMap { id in
                state.watches[id]?.hasNews = true
                return state.watches[id]?.wake
            }
        }
        for wake in woken { wake.signal() }
    }
}

// MARK: - Watching

extension SessionHub {
    /// Opens a watch, which is to be closed with `close`.
    ///
    /// - Throws: `RPCError`.
    func open(_ session: UUIDv7, of account: UUIDv7) throws -> ID {
        try state.withLock { state in
            guard !state.isDraining else { throw RPCError.watchStopping }
            guard state.ofSession[session, default: []].count < Self.watchLimit else {
                throw RPCError.tooManyWatches
            }
            state.lastID += 1
            let id = state.lastID
            state.watches[id] = Watch(session: session, account: account)
            state.ofSession[session, default: []].insert(id)
            state.ofAccount[account, default: []].insert(id)
            count.add(1, ordering: .relaxed)
            return id
        }
    }

    func close(_ id: ID) {
        state.withLock { state in
            guard let watch = state.watches.removeValue(forKey: id) else { return }
            state.ofSession.remove(id, of: watch.session)
            state.ofAccount.remove(id, of: watch.account)
            count.subtract(1, ordering: .relaxed)
        }
    }

    /// To be called before the session is read: what changes from then on is news again.
    ///
    /// - Returns: whether the session may have changed since the last look.
    /// - Throws: `RPCError` when the service is about to stop.
    func look(_ id: ID) throws -> Bool {
        try state.withLock { state in
            if state.isDraining { throw RPCError.watchStopping }
            let hadNews = state.watches[id]?.hasNews
            state.watches[id]?.hasNews = false
            state.watches[id]?.wake.reset()
            return hadNews ?? false
        }
    }

    /// Waits until there is news since `look`, or the service is about to stop, but not longer than
    /// a time.
    ///
    /// - Throws: `CancellationError`.
    func waitForNews(_ id: ID, atMost limit: Duration) async throws {
        await state.withLock { $0.watches[id]?.wake }?.wait(atMost: limit)
        try Task.checkCancellation()
    }
}

extension RPCError {
    fileprivate static let watchStopping = RPCError(
        .unavailable, "the service is about to stop; watch again")
    fileprivate static let tooManyWatches = violation(
        .resourceExhausted, .tooMany, "the session is watched too often; end one watch first")
}
