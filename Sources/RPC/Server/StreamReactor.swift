import Synchronization

/// What a turn of a reactor leaves to be done.
public enum StreamTurn: Sendable {
    /// Nothing for now. The next turn comes with the next message, or with `wake`.
    case waits
    /// Nothing at all: the call ends well.
    case ends
}

/// Serves a call by turns after its handler has returned, as the reactors of gRPC's C++ library do.
///
/// A stream that waits has no task then, and no frames of one, which took 3 KB. A turn does what there is to
/// do, and returns; what it has sent leaves at once. The first turn comes when the handler has returned. Turns
/// of one reactor never overlap; a `wake` during a turn has another one follow. What a turn throws ends the
/// call, as what a handler throws. When the call has ended otherwise, the task of the last turn is cancelled.
/// Interceptors that hear of the end see no metadata of the client any more.
public final class StreamReactor: Sendable {
    /// Called with the reactor itself.
    public typealias Turn = @Sendable (StreamReactor) async throws -> StreamTurn

    /// What the turns are for: a call.
    protocol Owner: AnyObject, Sendable {
        /// Where turns run.
        var executor: any TaskExecutor { get }
        /// Nothing is left to be done for now.
        func turnsRest()
        /// Called once.
        func end(with outcome: Result<ServerReply, any Error>)
    }

    private enum Phase {
        /// The handler has not returned.
        case beginning
        case waiting
        /// A turn is running, or about to.
        case running
        /// The same, and another one is to follow.
        case runningAgain
        case ended
    }

    private struct State {
        var phase: Phase
        var isCancelled = false
        var turn: Turn?
        var owner: (any Owner)?
        /// That of the turn which is running.
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ turn: @escaping Turn) {
        state = Mutex(State(phase: .beginning, turn: turn))
    }

    /// Takes turns without a call, on Swift's own threads, for as long as somebody may wake the reactor.
    package static func serve(_ turn: @escaping Turn) {
        StreamReactor(turn).begin(for: Nobody())
    }

    private final class Nobody: Owner {
        var executor: any TaskExecutor { globalConcurrentExecutor }
        func turnsRest() {}
        func end(with outcome: Result<ServerReply, any Error>) {}
    }

    /// Has a turn look for what there is to do. It may be called on any thread, also under a lock.
    public func wake() {
        state.withLock { state in
            switch state.phase {
            case .waiting: run(&state)
            case .running: state.phase = .runningAgain
            case .beginning, .runningAgain, .ended: break
            }
        }
    }

    /// Begins with the first turn.
    func begin(for owner: some Owner) {
        state.withLock { state in
            state.owner = owner
            run(&state)
        }
    }

    /// The call has ended: the next turn, and what is left of the present one, are the last.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
        wake()
    }

    /// Its task cannot end before `state` has it, as it needs the lock for that.
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

    /// - Returns: false when another turn is to follow.
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
