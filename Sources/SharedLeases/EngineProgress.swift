import Synchronization

/// A place in the history of changes.
package struct EnginePosition: Sendable, Equatable {
    package var epoch: UInt64
    /// How many changes there were.
    package var version: UInt64

    package init(epoch: UInt64, version: UInt64) {
        (self.epoch, self.version) = (epoch, version)
    }
}

/// How far an instance's view has come, for those who wait for it: who has changed something is to see it.
final class EngineProgress: Sendable {
    private typealias Waiter = CheckedContinuation<Void, Never>

    private struct State {
        /// Nil while nobody follows, or the engine does not answer.
        var position: EnginePosition?
        var waiters: [(version: UInt64, waiter: Waiter)] = []
    }

    private let state = Mutex(State())

    /// Waits until the view has a change. Does not wait in another epoch than that of the view, nor while
    /// nobody follows.
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

    /// The view has come so far.
    ///
    /// - Parameter position: nil when it does not come any further for now.
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
