import Synchronization

/// A position in the history of changes.
struct EnginePosition: Sendable, Equatable {
    var epoch: UInt64
    /// The number of changes.
    var version: UInt64
}

/// The position of an instance's view, for callers that wait until the view has their change.
final class EngineProgress: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        /// Nil while there is no follower, or the engine does not answer.
        var position: EnginePosition?
        var waiters: [(version: UInt64, waiter: Waiter)] = []
    }

    private let state = Mutex(State())

    /// Waits until the view has a change. Does not wait for another epoch than the view's, nor
    /// without a follower.
    func reach(_ position: EnginePosition) async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                guard let current = state.position, current.epoch == position.epoch,
                    current.version < position.version
                else { return true }
                state.waiters.append((position.version, waiter))
                return false
            }
            if isThere { waiter.resume() }
        }
    }

    /// Records the position of the view.
    ///
    /// - Parameter position: nil when the view cannot follow for now.
    func note(_ position: EnginePosition?) {
        let woken = state.withLock { state in
            let isSame = position != nil && state.position?.epoch == position?.epoch
            state.position = position
            let version = isSame ? position?.version ?? 0 : .max
            let woken = state.waiters.filter { $0.version <= version }
            state.waiters.removeAll { $0.version <= version }
            return woken
        }
        for entry in woken { entry.waiter.resume() }
    }
}
