import Synchronization

/// A pause of one task that another can end.
final class InterruptiblePause: Sendable {
    private enum State {
        case idle, ended
        case waiting(Task<Void, Never>)
    }

    private let state = Mutex(State.idle)

    /// Returns after the time, when the task is cancelled, or when the pause is ended, also if that was before
    /// it began.
    func wait(for duration: Duration) async {
        let sleep = Task { _ = try? await Task.sleep(for: duration) }
        let isEnded = state.withLock { state in
            defer { state = .waiting(sleep) }
            if case .ended = state { return true }
            return false
        }
        if isEnded { sleep.cancel() }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        state.withLock { $0 = .idle }
    }

    /// Ends the pause, or the next one.
    func end() {
        state.withLock { state in
            if case .waiting(let sleep) = state { sleep.cancel() } else { state = .ended }
        }
    }
}
