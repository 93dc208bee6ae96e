import Synchronization

/// How far a follower has come.
final class Following: Sendable {
    private struct State {
        var position: EnginePosition?
        var epoch: UInt64?
        var certainAt: Int64 = 0
    }

    private let state = Mutex(State())

    /// Nil when all is to be read.
    var position: EnginePosition? {
        get { state.withLock { $0.position } }
        set { state.withLock { $0.position = newValue } }
    }

    /// Of what was read last; nil before that.
    var epoch: UInt64? { state.withLock { $0.epoch } }

    /// Whether the view has anything.
    var hasRead: Bool { epoch != nil }

    /// When the view has all leases that may have been lost, on the monotonic clock.
    var certainAt: Int64 {
        get { state.withLock { $0.certainAt } }
        set { state.withLock { $0.certainAt = newValue } }
    }

    func begin(_ position: EnginePosition) {
        state.withLock {
            $0.position = position
            $0.epoch = position.epoch
        }
    }
}
