import RollcallRPC
import Synchronization

/// A connection to a server of Redis or Valkey, which many tasks share. It has a thread of its own, that
/// sends what has come meanwhile in one go, and connects again whenever the connection is lost.
///
/// While the server is known to be away, commands are refused at once.
package final class RedisConnection: Sendable {
    struct State {
        var queue: CommandQueue<PendingCommand>
        /// Why nothing is taken; nil while the server answers, or was not asked yet.
        var trouble: RedisError?
        var isClosed = false
        /// Whether the thread waits, and is to be woken.
        var isWaiting = false
    }

    let location: RedisLocation
    let configuration: RedisConfiguration
    let state: Mutex<State>
    let wakeup = Wakeup()

    /// Begins to connect. `close` is to be called at the end.
    package init(_ location: RedisLocation, configuration: RedisConfiguration = .init()) {
        self.location = location
        self.configuration = configuration
        state = Mutex(State(queue: CommandQueue(limit: configuration.queueLimit)))
        let hasThread = startThread { [self] in run() }
        if !hasThread { fail(.unavailable("no thread can be made")) }
    }

    /// Why the server does not answer; nil as far as nothing is known of that.
    package var trouble: RedisError? { state.withLock { $0.trouble } }

    /// Sends a command.
    ///
    /// - Throws: `RedisError`; what the server refuses, too.
    package func send(
        _ command: RedisCommand, _ rank: RedisRank = .rest
    ) async throws(RedisError) -> RedisReply {
        let result: Result<RedisReply, RedisError> = await withCheckedContinuation { waiter in
            submit(command, rank) { waiter.resume(returning: $0) }
        }
        let reply = try result.get()
        if case .failure(let error) = reply { throw error }
        return reply
    }

    /// Sends a command, and has its answer told: once, on the connection's thread or at once. A command
    /// that the server refuses is answered with `RedisReply.failure`.
    package func submit(
        _ command: RedisCommand, _ rank: RedisRank = .rest,
        _ complete: @escaping @Sendable (Result<RedisReply, RedisError>) -> Void
    ) {
        let pending = PendingCommand(command: command, since: .now, complete: complete)
        let (refusal, wakes): (RedisError?, Bool) = state.withLock { state in
            if state.isClosed { return (.closed, false) }
            if let trouble = state.trouble { return (trouble, false) }
            guard state.queue.enter(pending, rank) else { return (.overloaded, false) }
            defer { state.isWaiting = false }
            return (nil, state.isWaiting)
        }
        if let refusal { complete(.failure(refusal)) }
        if wakes { wakeup.wake() }
    }

    /// Gives the connection up. What has no answer fails.
    package func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// Has all that waits and all that comes fail, until the server answers.
    func fail(_ error: RedisError) {
        let waiting = state.withLock { state in
            state.trouble = error
            return state.queue.take(.max)
        }
        for pending in waiting { pending.complete(.failure(error)) }
    }
}
