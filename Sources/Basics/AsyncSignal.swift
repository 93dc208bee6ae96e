import Synchronization

/// Wakes one task that waits. A signal that comes before the wait is kept: one, however many came.
package final class AsyncSignal: Sendable {
    private enum State {
        case idle, signalled
        case waiting(UnsafeContinuation<Void, Never>)
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Wakes the task that waits, or the next one that would.
    package func signal() {
        wake(otherwise: .signalled)
    }

    /// Forgets a signal that was kept.
    package func reset() {
        state.withLock { if case .signalled = $0 { $0 = .idle } }
    }

    /// Waits for a signal, or for the cancellation of the task. For one task at a time.
    package func wait() async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let mustWait = state.withLock { state in
                    // The handler below may have run before there was anybody to wake.
                    let isSignalled = if case .signalled = state { true } else { false }
                    let mustWait = !isSignalled && !Task.isCancelled
                    state = mustWait ? .waiting(waiter) : .idle
                    return mustWait
                }
                if !mustWait { waiter.resume() }
            }
        } onCancel: {
            wake(otherwise: nil)
        }
    }

    /// Waits like `wait`, but not longer than a time.
    package func wait(atMost limit: Duration) async {
        let alarm = Task {
            try await Task.sleep(for: limit)
            wake(otherwise: nil)
        }
        await wait()
        alarm.cancel()
    }

    /// - Parameter other: the state if nobody waits; nil to leave it.
    private func wake(otherwise other: State?) {
        let waiter: UnsafeContinuation<Void, Never>? = state.withLock { state in
            guard case .waiting(let waiter) = state else {
                state = other ?? state
                return nil
            }
            state = .idle
            return waiter
        }
        waiter?.resume()
    }
}
