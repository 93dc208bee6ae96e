import Synchronization

/// How long somebody waits who hears nothing.
package final class SilenceTimer: Sendable {
    private struct State {
        var end: ContinuousClock.Instant
        var hasEnded = false
    }

    private let length: Duration
    private let state: Mutex<State>

    package init(_ length: Duration) {
        self.length = length
        state = Mutex(State(end: .now + length))
    }

    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// It begins anew, as something was heard.
    package func begin() {
        let end = ContinuousClock.now + length
        state.withLock { $0.end = end }
    }

    /// Waits until it ends.
    ///
    /// - Returns: `false` if the task was cancelled before.
    package func ends() async -> Bool {
        while !Task.isCancelled {
            let end = state.withLock { $0.end }
            try? await Task.sleep(until: end, clock: .continuous)
            let isOver = state.withLock { state in
                state.hasEnded = state.end <= .now
                return state.hasEnded
            }
            if isOver { return !Task.isCancelled }
        }
        return false
    }
}
