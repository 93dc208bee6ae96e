import NIOCore
import RollcallRPC
import RollcallWire
import Synchronization

/// A server-streaming call, which is made again as long as no message has come.
final class RetriedStream<Response: Message>: CallStream {
    private struct State {
        var call: ResponseStream<Response>?
        var attempts: Attempts
        var isCancelled = false
    }

    private let deadline: CallDeadline
    private let openCall: @Sendable () async throws -> ResponseStream<Response>
    private let state: Mutex<State>
    /// The attempt on which something has come: it stays with that one.
    private let settled = AtomicLazyReference<ResponseStream<Response>>()

    /// - Parameter openCall: makes the call, within the deadline of its caller.
    init(
        _ attempts: Attempts, _ deadline: CallDeadline,
        openCall: @escaping @Sendable () async throws -> ResponseStream<Response>
    ) {
        self.deadline = deadline
        self.openCall = openCall
        self.state = Mutex(State(attempts: attempts))
    }

    /// Makes the call, as often as there is no connection for it and another attempt.
    func open() async throws {
        while true {
            guard !state.withLock({ $0.isCancelled }) else { throw RPCError.givenUp }
            do {
                return try use(try await openCall())
            } catch let error as RPCError {
                try await wait(after: error)
            }
        }
    }

    func receive() async throws -> ByteBuffer? {
        if let call = settled.load() { return try await call.stream.receive() }
        while true {
            guard let call = state.withLock({ $0.call }) else { throw RPCError.givenUp }
            do {
                let message = try await call.stream.receive()
                _ = settled.storeIfNil(call)
                return message
            } catch let error as RPCError {
                try await openAgain(after: error, of: call)
            }
        }
    }

    /// - Throws: the outcome of the call, when there is no other attempt; it stays the outcome.
    private func openAgain(
        after error: RPCError, of call: ResponseStream<Response>
    ) async throws {
        do {
            try await wait(after: error)
            try await open()
        } catch {
            _ = settled.storeIfNil(call)
            throw error
        }
    }

    func cancel(_ code: StatusCode) {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.stream.cancel(code)
    }

    /// The stream of the attempt that is under way.
    private var inner: (any CallStream)? { state.withLock { $0.call }?.stream }

    func send(_ message: some Message) async throws {
        try await inner.orThrow(.givenUp).send(message)
    }

    func sendEnd() {
        inner?.sendEnd()
    }

    private func use(_ call: ResponseStream<Response>) throws {
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.call = call }
            return !state.isCancelled
        }
        guard isWanted else {
            call.cancel()
            throw RPCError.givenUp
        }
    }

    /// - Throws: the error, when there is no other attempt.
    private func wait(after error: RPCError) async throws {
        let duration = state.withLock { state in
            state.isCancelled ? nil : state.attempts.pause(after: error)
        }
        guard let duration, deadline.outlasts(duration) else { throw error }
        try await pause(for: duration)
    }
}
