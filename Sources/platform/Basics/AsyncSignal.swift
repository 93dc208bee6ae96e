import Synchronization

/// Wakes the tasks that wait. A signal that comes while none waits is kept for the next one: one,
/// however many came.
package final class AsyncSignal: Sendable {
    private struct State {
        /// Never while a task waits.
        var isSignalled = false
        var waiters: [UInt64: UnsafeContinuation<Void, Never>] = [:]
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes all tasks that wait, or the next one that would.
    package func signal() {
        let woken = state.withLock { state in
            defer { state.waiters = [:] }
            state.isSignalled = state.waiters.isEmpty
            return state.waiters
        }
        for waiter in woken.values { waiter.resume() }
    }

    /// Forgets a signal that was kept.
    package func reset() {
        state.withLock { $0.isSignalled = false }
    }

    /// Waits for a signal, or for the cancellation of the task.
    package func wait() async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let mustWait = state.withLock { state in
                    // The handler below may have run before there was anybody to wake.
                    let mustWait = !state.isSignalled && !Task.isCancelled
                    if mustWait { state.waiters[id] = waiter }
                    state.isSignalled = false
                    return mustWait
                }
                if !mustWait { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    /// Waits like `wait`, but not longer than a time.
    package func wait(atMost limit: Duration) async {
        try? await untilFirstEnds([{ await self.wait() }, { try await Task.sleep(for: limit) }])
    }
}
