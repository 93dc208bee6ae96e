import AccessTokens
import RollcallAPI
import RollcallBasics
import RollcallRPC
import Synchronization

/// Where the stream of revocations stands, as all calls share it, and who follows it. The
/// revocations are in the store, so a follower costs only a place here, however slowly it reads.
final class RevocationFeed: Sendable {
    static let followerLimit = 256
    static let followerLimitOfService = 64

    private struct State {
        var position: RevocationPosition?
        var keyChanges: UInt64 = 0
    }

    private let state = Mutex(State())
    let followers: Feed<CallingService>
    /// Signalled when other instances may have revoked sessions; `nil` if there can be none.
    let readSignal: AsyncSignal?

    /// - Parameter isShared: whether other instances write to the store, too.
    init(_ metrics: SessionMetrics, isShared: Bool) {
        readSignal = isShared ? AsyncSignal() : nil
        followers = Feed(
            limit: Self.followerLimit, full: .overloaded,
            limitOfTopic: Self.followerLimitOfService,
            tooMany: .violation(
                .resourceExhausted, .tooMany,
                "this service follows the revocations too often; end one stream first"),
            onCount: { metrics.watchers.set($0) })
    }

    /// How far the stream has come, as far as is known here; `nil` until the store was read.
    var position: RevocationPosition? { state.withLock { $0.position } }

    /// The epoch of valid access tokens; `nil` until the store was read.
    var epoch: UInt64? { position?.epoch }

    /// The number of changes of the signing keys since the start.
    var keyChanges: UInt64 { state.withLock { $0.keyChanges } }

    /// Whether a token belongs to this epoch. A service's token has no epoch.
    func isOfThisEpoch(_ claims: AccessTokenClaims) -> Bool {
        if case .service = claims.subject { return true }
        return claims.epoch != nil && claims.epoch == epoch
    }
}

extension RevocationFeed {
    /// Sessions have been revoked; it is on the disk.
    ///
    /// - Parameter epoch: the one that it was then. If another has begun meanwhile, that one stays.
    func advance(to end: RevocationPosition, whileIn epoch: UInt64?) {
        change { state in
            guard state.position?.epoch == epoch else { return }
            if let position = state.position, position.isAhead(of: end) { return }
            state.position = end
        }
    }

    /// This process has begun an epoch; it is on the disk.
    func begin(at position: RevocationPosition) {
        change { $0.position = position }
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
