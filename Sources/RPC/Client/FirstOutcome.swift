import NIOCore
import Synchronization

/// What comes first: the end of a task that is shared by many, the end of one caller's patience, or
/// the cancellation of that caller. (A task group would wait for the task whatever came first.)
final class FirstOutcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case decided(Result<Value, any Error>)
    }

    private let state = Mutex(State.open)

    /// - Returns: the value of `task`, which goes on for others when this caller stops waiting.
    /// - Throws: its error; `RPCError`, `deadlineExceeded` or `cancelled`.
    static func of(
        _ task: Task<Value, any Error>, within timeout: Duration?, on eventLoop: any EventLoop
    ) async throws -> Value {
        let outcome = FirstOutcome()
        let timer = timeout.map { timeout in
            eventLoop.scheduleTask(in: TimeAmount(timeout)) {
                outcome.decide(.failure(RPCError.deadlineExceeded().notProcessed))
            }
        }
        defer { timer?.cancel() }
        Task { outcome.decide(await task.result) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { outcome.wait($0) }
        } onCancel: {
            outcome.decide(.failure(RPCError(.cancelled, "the call was cancelled").notProcessed))
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let decided: Result<Value, any Error>? = state.withLock { state in
            if case .decided(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let decided { continuation.resume(with: decided) }
    }

    private func decide(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .decided(result)
                return nil
            case .waiting(let continuation):
                state = .decided(result)
                return continuation
            case .decided: return nil
            }
        }
        waiting?.resume(with: result)
    }
}
