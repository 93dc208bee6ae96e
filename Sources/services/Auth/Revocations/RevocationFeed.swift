import AccessTokens
import RollcallAPI
import RollcallCrypto
import RollcallRPC
import Synchronization

/// The stream of revocations that all calls share: the epoch, the last revocations, and the
/// followers. The handler of each follower keeps its state.
final class RevocationFeed: Sendable {
    static let followerLimit = 256
    static let followerLimitOfService = 64

    private struct State {
        /// `nil` until the store has been read.
        var log: RevocationLog?
        /// The number of changes of the signing keys since the start.
        var keyChanges: UInt64 = 0
    }

    private let state = Mutex(State())
    let followers: Feed<CallingService>

    init(_ metrics: SessionMetrics) {
        followers = Feed(
            limit: Self.followerLimit, limitOfTopic: Self.followerLimitOfService,
            tooMany: .violation(
                .resourceExhausted, .tooMany,
                "this service follows the revocations too often; end one stream first"),
            onCount: { metrics.watchers.set($0) })
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

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        followers.wakeAll()
    }
}

// MARK: - Following

extension RevocationFeed {
    /// The next step, from memory if possible.
    ///
    /// - Throws: `RPCError` before the start.
    func next(_ follower: RevocationFollower) throws -> RevocationFollower.Step {
        try state.withLock { state in
            try follower.step(state.log.orThrow(.streamStopping), keyChanges: state.keyChanges)
        }
    }

    /// The next step, with the revocations from the store.
    ///
    /// - Returns: `nil` if another epoch has begun since the store was read.
    func next(
        _ follower: RevocationFollower, _ stored: StoredRevocations
    ) throws -> RevocationFollower.Part? {
        try state.withLock { state in
            try follower.part(
                stored, state.log.orThrow(.streamStopping), keyChanges: state.keyChanges)
        }
    }
}
