import AccessTokens
import RollcallAPI
import RollcallBasics
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The stream of revocations that all calls share: the epoch, the last revocations, and the waiting
/// followers. No follower is woken while the lock is held.
///
/// The handler of each follower keeps its state. However slowly it reads, it costs only an entry
/// here.
final class RevocationFeed: Sendable {
    /// Identifies a follower until it leaves.
    typealias ID = UInt64

    /// The most followers at a time.
    static let followerLimit = 256
    /// The most followers of one service, so that no service keeps the others out.
    static let followerLimitOfService = 64

    typealias Service = CallingService

    private struct State {
        /// `nil` until the store has been read.
        var log: RevocationLog?
        /// The number of changes of the signing keys since the start.
        var keyChanges: UInt64 = 0
        var followers: [ID: (service: Service, news: AsyncSignal)] = [:]
        var lastID: ID = 0
        var isDraining = false
    }

    private let state = Mutex(State())
    private let metrics: SessionMetrics

    init(_ metrics: SessionMetrics) {
        self.metrics = metrics
    }

    /// The present position of the stream; `nil` until it was started.
    var position: RevocationPosition? { state.withLock { $0.log?.position } }

    /// The epoch of valid access tokens; `nil` until it was started.
    var epoch: UInt64? { position?.epoch }

    /// Whether a token belongs to this epoch. A service's token has no epoch.
    func isOfThisEpoch(_ claims: AccessTokenClaims) -> Bool {
        if case .service = claims.subject { return true }
        return claims.epoch != nil && claims.epoch == epoch
    }
}

// MARK: - Telling

extension RevocationFeed {
    func start(_ log: RevocationLog) {
        change { $0.log = log }
    }

    /// Sessions have been revoked, or another epoch has begun; both are on the disk.
    func publish(_ ids: [UUIDv7], upTo position: RevocationPosition) {
        change { state in
            if state.log?.position.epoch == position.epoch {
                state.log?.append(ids)
            } else {
                state.log = RevocationLog(position, ids: ids)
            }
        }
    }

    /// The signing keys have changed.
    func announceKeys() {
        change { $0.keyChanges += 1 }
    }

    /// Ends all streams, and accepts no more.
    func beginDrain() {
        change { $0.isDraining = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let woken = state.withLock { state in
            body(&state)
            return state.followers.values.map(\.news)
        }
        for news in woken { news.signal() }
    }
}

// MARK: - Following

extension RevocationFeed {
    /// A new follower. It must be removed with `leave`.
    ///
    /// - Throws: `RPCError`.
    func enter(_ service: Service) throws -> ID {
        try state.withLock { state in
            guard !state.isDraining else { throw RPCError.streamStopping }
            let own = state.followers.values.count { $0.service == service }
            guard own < Self.followerLimitOfService else { throw RPCError.tooManyFollow }
            guard state.followers.count < Self.followerLimit else { throw RPCError.overloaded }
            state.lastID += 1
            state.followers[state.lastID] = (service, AsyncSignal())
            metrics.watchers.set(state.followers.count)
            return state.lastID
        }
    }

    func leave(_ id: ID) {
        state.withLock { state in
            state.followers[id] = nil
            metrics.watchers.set(state.followers.count)
        }
    }

    /// The next step, from memory if possible.
    ///
    /// - Throws: `RPCError` when the service is about to stop.
    func next(_ follower: RevocationFollower) throws -> RevocationFollower.Step {
        try state.withLock { state in
            guard !state.isDraining, let log = state.log else { throw RPCError.streamStopping }
            return follower.step(log, keyChanges: state.keyChanges)
        }
    }

    /// The next step, with the revocations from the store.
    ///
    /// - Returns: `nil` if another epoch has begun since the store was read.
    func next(
        _ follower: RevocationFollower, _ stored: StoredRevocations
    ) throws -> RevocationFollower.Part? {
        try state.withLock { state in
            guard !state.isDraining, let log = state.log else { throw RPCError.streamStopping }
            return follower.part(stored, log, keyChanges: state.keyChanges)
        }
    }

    /// Waits until there is news for `follower`, or until `wake` is called.
    ///
    /// - Throws: `CancellationError`.
    func wait(_ id: ID, beyond follower: RevocationFollower) async throws {
        let news = state.withLock { state -> AsyncSignal? in
            guard !state.isDraining, let log = state.log,
                follower.knowsAll(of: log, keyChanges: state.keyChanges)
            else { return nil }
            state.followers[id]?.news.reset()
            return state.followers[id]?.news
        }
        await news?.wait()
        try Task.checkCancellation()
    }

    /// Lets a waiting follower send a sign that it is alive.
    func wake(_ id: ID) {
        state.withLock { $0.followers[id]?.news }?.signal()
    }
}

extension RPCError {
    fileprivate static let streamStopping = RPCError(
        .unavailable, "the service is about to stop; follow again with the last cursor")
    fileprivate static let tooManyFollow = violation(
        .resourceExhausted, .tooMany,
        "this service follows the revocations too often; end one stream first")
}
