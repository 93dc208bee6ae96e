import NIOCore
import Synchronization

/// A value for one waiting task. The wait ends with the value, at its deadline, or when the task is
/// cancelled.
final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case decided(Result<Value, RPCError>)
    }

    private let state = Mutex(State.open)

    /// Waits for `decide`; called once.
    ///
    /// - Throws: `RPCError`; `deadlineExceeded` or `cancelled`, not processed, if that came first.
    func value(within timeout: Duration?, on eventLoop: any EventLoop) async throws -> Value {
        let timer = timeout.map { timeout in
            eventLoop.scheduleTask(in: TimeAmount(timeout)) {
                self.decide(.failure(RPCError.deadlineExceeded().notProcessed))
            }
        }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0) }
        } onCancel: {
            decide(.failure(RPCError(.cancelled, "the call was cancelled").notProcessed))
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let decided: Result<Value, RPCError>? = state.withLock { state in
            if case .decided(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let decided { continuation.resume(with: decided) }
    }

    /// Sets the result. Does nothing if it is already set.
    func decide(_ result: Result<Value, RPCError>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            if case .decided = state { return nil }
            defer { state = .decided(result) }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }
}
