import Synchronization

/// The result of a reactor's turn.
public enum StreamTurn: Sendable {
    /// There is no more work now. The next turn comes with the next message, or with `wake`.
    case waits
    /// The call ends with success.
    case ends
}

/// Serves a call in turns after its handler has returned, like the reactors of gRPC's C++ library.
///
/// A waiting stream then needs no task with its frames, which took 3 KB. A turn does the available work
/// and returns. Its messages are sent at once. The first turn comes when the handler has returned. Turns
/// of one reactor never overlap. A `wake` during a turn causes another one. An error of a turn ends the
/// call, like an error of a handler. If the call ends otherwise, the task of the last turn is cancelled.
/// Interceptors that are told of the end no longer see the client's metadata.
public final class StreamReactor: Sendable {
    /// Called with the reactor itself.
    public typealias Turn = @Sendable (StreamReactor) async throws -> StreamTurn

    /// The call that the turns serve.
    protocol Owner: AnyObject, Sendable {
        /// The executor of the turns.
        var executor: any TaskExecutor { get }
        /// There is no more work for now.
        func turnsRest()
        /// Called once.
        func end(with outcome: Result<ServerReply, any Error>)
    }

    private enum Phase {
        /// The handler has not returned.
        case beginning
        case waiting
        /// A turn is running, or is about to.
        case running
        /// A turn is running, and another one follows.
        case runningAgain
        case ended
    }

    private struct State {
        var phase: Phase
        var isCancelled = false
        var turn: Turn?
        var owner: (any Owner)?
        /// The task of the running turn.
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ turn: @escaping Turn) {
        state = Mutex(State(phase: .beginning, turn: turn))
    }

    /// Runs turns without a call, on Swift's own threads, as long as the reactor may still be woken.
    package static func serve(_ turn: @escaping Turn) {
        StreamReactor(turn).begin(for: Nobody())
    }

    private final class Nobody: Owner {
        var executor: any TaskExecutor { globalConcurrentExecutor }
        func turnsRest() {}
        func end(with outcome: Result<ServerReply, any Error>) {}
    }

    /// Requests a turn. It may be called on any thread, also while a lock is held.
    public func wake() {
        state.withLock { state in
            switch state.phase {
            case .waiting: run(&state)
            case .running: state.phase = .runningAgain
            case .beginning, .runningAgain, .ended: break
            }
        }
    }

    /// Begins the first turn.
    func begin(for owner: some Owner) {
        state.withLock { state in
            state.owner = owner
            run(&state)
        }
    }

    /// The call has ended. The present turn and the next are the last ones.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        wake()
    }

    /// The task cannot end before `state` stores it, as its end needs the lock.
    private func run(_ state: inout State) {
        state.phase = .running
        let task = Task(executorPreference: state.owner?.executor) { await self.takeTurns() }
        if state.isCancelled { task.cancel() }
        state.task = task
    }

    private func takeTurns() async {
        let (turn, owner) = state.withLock { ($0.turn, $0.owner) }
        guard let turn, let owner else { return }
        do {
            repeat {
                if case .ends = try await turn(self) { return end(with: .success(ServerReply())) }
            } while !rests()
            owner.turnsRest()
        } catch {
            end(with: .failure(error))
        }
    }

    /// - Returns: false if another turn follows.
    private func rests() -> Bool {
        state.withLock { state in
            guard state.phase == .running else {
                state.phase = .running
                return false
            }
            (state.phase, state.task) = (.waiting, nil)
            return true
        }
    }

    private func end(with result: Result<ServerReply, any Error>) {
        let last = state.withLock { state in
            let last = state
            state = State(phase: .ended)
            return last
        }
        last.owner?.end(with: result)
    }
}
