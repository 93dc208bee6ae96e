import RollcallWire
import Synchronization

/// The result of a reactor's turn.
public enum StreamTurn: Sendable {
    /// There is no more work now. The next turn comes with the next message, or with `wake`.
    case waits
    /// The call ends with success.
    case ends
    /// The turn has to wait: it goes on in a task, and ends with that task's result.
    case goesOn(@Sendable () async throws -> StreamTurn)
}

/// Serves a call in turns after its handler has returned, like the reactors of gRPC's C++ library.
///
/// A stream that waits needs no task, whose frames took 3 KB. A turn is a function that does the
/// available work and returns; what it has sent leaves at once. If it has to wait, it goes on in a
/// task. The first turn comes when the handler has returned. Turns of one reactor never overlap; a
/// `wake` during a turn causes another one. An error that a turn throws ends the call, like an
/// error that a handler throws. When the call ends in any other way, the task of the turn is
/// cancelled, or one more turn finds the call cancelled. Interceptors that hear of the end then see
/// no metadata of the client.
public final class StreamReactor: Sendable {
    /// Called with the reactor itself, on the event loop of the call.
    public typealias Turn = @Sendable (StreamReactor) throws -> StreamTurn

    /// The call that the turns serve.
    package protocol Owner: AnyObject, Sendable {
        /// The executor of the tasks in which turns go on.
        var executor: any TaskExecutor { get }
        /// Arranges that `takeTurn` is called soon. Called under the reactor's lock.
        func schedule(_ reactor: StreamReactor)
        /// There is no more work for now.
        func turnsRest()
        /// Called once.
        func end(with outcome: Result<(any Message)?, any Error>)
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
        /// That of the turn which is running, if it goes on in one.
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>

    package init(_ turn: @escaping Turn) {
        state = Mutex(State(phase: .beginning, turn: turn))
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

    /// - Throws: `CancellationError` when the call has ended.
    public func checkCancellation() throws {
        if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    }

    /// Begins the first turn.
    package func begin(for owner: some Owner) {
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

    private func run(_ state: inout State) {
        state.phase = .running
        state.owner?.schedule(self)
    }

    package func takeTurn() {
        let (turn, owner) = state.withLock { ($0.turn, $0.owner) }
        guard let turn, let owner else { return }
        do {
            repeat {
                switch try turn(self) {
                case .waits: break
                case .ends: return end(with: .success(nil))
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
            if case .ends = turn { return end(with: .success(nil)) }
            if rests() { owner.turnsRest() } else { takeTurn() }
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

    private func end(with result: Result<(any Message)?, any Error>) {
        let last = state.withLock { state in
            let last = state
            state = State(phase: .ended)
            return last
        }
        last.owner?.end(with: result)
    }
}
