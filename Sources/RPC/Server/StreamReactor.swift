import Synchronization

/// What a turn of a reactor leaves to be done.
public enum StreamTurn: Sendable {
    /// Nothing for now. The next turn comes with the next message, or with `wake`.
    case waits
    /// Nothing at all: the call ends well.
    case ends
    /// Something that has to wait: the turn goes on in a task, and ends as this says.
    case goesOn(@Sendable () async throws -> StreamTurn)
}

/// Serves a call by turns after its handler has returned, as the reactors of gRPC's C++ library do.
///
/// A stream that waits has no task then, and no frames of one, which took 3 KB. A turn does what there is to
/// do, and returns; what it has sent leaves at once. The first turn comes when the handler has returned. Turns
/// of one reactor never overlap; a `wake` during a turn has another one follow. What a turn throws ends the
/// call, as what a handler throws. When the call has ended otherwise, one more turn finds it cancelled, and the task
/// that a turn goes on in is cancelled. Interceptors that hear of the end see no metadata of the client any more.
public final class StreamReactor: Sendable {
    /// Called with the reactor itself, on the event loop of the call.
    public typealias Turn = @Sendable (StreamReactor) throws -> StreamTurn

    /// What the turns are for: a call.
    protocol Owner: AnyObject, Sendable {
        /// Where the tasks run that turns go on in.
        var executor: any TaskExecutor { get }
        /// Has `takeTurn` called soon. It is called under the lock of the reactor.
        func schedule(_ reactor: StreamReactor)
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
        /// That of the turn which is running, if it goes on in one.
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
        func schedule(_ reactor: StreamReactor) {
            Task(executorPreference: executor) { reactor.takeTurn() }
        }
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

    /// - Throws: `CancellationError` when the call has ended.
    public func checkCancellation() throws {
        if state.withLock({ $0.isCancelled }) { throw CancellationError() }
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

    private func run(_ state: inout State) {
        state.phase = .running
        state.owner?.schedule(self)
    }

    func takeTurn() {
        let (turn, owner) = state.withLock { ($0.turn, $0.owner) }
        guard let turn, let owner else { return }
        do {
            repeat {
                switch try turn(self) {
                case .waits: break
                case .ends: return end(with: .success(ServerReply()))
                case .goesOn(let rest): return goOn(rest, for: owner)
                }
            } while !rests()
            owner.turnsRest()
        } catch {
            end(with: .failure(error))
        }
    }

    /// The task cannot end before `state` has it, as it needs the lock for that.
    private func goOn(
        _ rest: @escaping @Sendable () async throws -> StreamTurn, for owner: any Owner
    ) {
        state.withLock { state in
            let task = Task(executorPreference: owner.executor) { await self.finish(rest, owner) }
            if state.isCancelled { task.cancel() }
            state.task = task
        }
    }

    private func finish(
        _ rest: @Sendable () async throws -> StreamTurn, _ owner: any Owner
    ) async {
        do {
            var turn = try await rest()
            while case .goesOn(let rest) = turn { turn = try await rest() }
            if case .ends = turn { return end(with: .success(ServerReply())) }
            if rests() { owner.turnsRest() } else { takeTurn() }
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
