import RollcallBasics
import Synchronization

/// A connection to a server of Redis or Valkey, shared by many tasks. Its own thread sends all
/// waiting commands at once, and reconnects when the connection is lost.
///
/// While the server is known to be unreachable, commands are refused at once.
package final class RedisConnection: Sendable {
    struct State {
        var queue: CommandQueue<PendingCommand>
        /// Why commands are refused; nil while the server answers, or was not tried yet.
        var trouble: RedisError?
        var isClosed = false
        /// Whether the thread waits and must be woken.
        var isWaiting = false
    }

    let location: RedisLocation
    let configuration: RedisConfiguration
    let state: Mutex<State>
    let wakeup = Wakeup()

    /// Begins to connect. Call `close` at the end.
    package init(_ location: RedisLocation, configuration: RedisConfiguration = .init()) {
        self.location = location
        self.configuration = configuration
        state = Mutex(State(queue: CommandQueue(limit: configuration.queueLimit)))
        let code = startThread { [self] in run() }
        if code != 0 { fail(.unavailable("no thread can be made")) }
    }

    /// Why the server does not answer; nil if no trouble is known.
    package var trouble: RedisError? { state.withLock { $0.trouble } }

    /// Sends a command.
    ///
    /// - Throws: `RedisError`, also if the server refuses the command.
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

    /// Sends a command. The answer is delivered once, on the connection's thread or immediately. If
    /// the server refuses the command, the answer is `RedisReply.failure`.
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

    /// Closes the connection. Commands without an answer fail.
    package func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// Fails all waiting and new commands until the server answers.
    func fail(_ error: RedisError) {
        let waiting = state.withLock { state in
            state.trouble = error
            return state.queue.take(.max)
        }
        for pending in waiting { pending.complete(.failure(error)) }
    }
}
