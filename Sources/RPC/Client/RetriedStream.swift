import NIOCore
import Synchronization

/// A call that streams to its caller, which is made again as long as nothing has come of it.
final class RetriedStream: Sendable {
    private struct State {
        var stream: StreamHandle?
        var attempts: Attempts
        var isCancelled = false
    }

    private let patience: Patience
    private let openStream: @Sendable () async throws -> StreamHandle
    private let state: Mutex<State>
    /// The stream on which something has come: it stays with that one.
    private let settled = AtomicLazyReference<StreamHandle>()

    /// - Parameter openStream: makes the call, within the patience of its caller.
    init(
        _ attempts: Attempts, _ patience: Patience,
        openStream: @escaping @Sendable () async throws -> StreamHandle
    ) {
        self.patience = patience
        self.openStream = openStream
        self.state = Mutex(State(attempts: attempts))
    }

    /// Makes the call, as often as there is no connection for it and another attempt.
    func open() async throws {
        while true {
            guard !state.withLock({ $0.isCancelled }) else { throw RPCError.givenUp }
            do {
                return try use(try await openStream())
            } catch let error as RPCError {
                try await wait(after: error, wasSent: false)
            }
        }
    }

    func receive() async throws -> ByteBuffer? {
        if let stream = settled.load() { return try await stream.receive() }
        while true {
            let stream = try current
            do {
                let message = try await stream.receive()
                _ = settled.storeIfNil(stream)
                return message
            } catch let error as RPCError {
                try await openAgain(after: error, of: stream)
            }
        }
    }

    /// - Throws: the outcome of the call, when there is no other attempt; it stays the outcome.
    private func openAgain(after error: RPCError, of stream: StreamHandle) async throws {
        do {
            try await wait(after: error, wasSent: true)
            try await open()
        } catch {
            _ = settled.storeIfNil(stream)
            throw error
        }
    }

    func cancel(_ code: StatusCode) {
        let stream = state.withLock { state in
            state.isCancelled = true
            return state.stream
        }
        stream?.cancel(code)
    }

    /// The stream of the attempt that is under way.
    var current: StreamHandle {
        get throws(RPCError) {
            guard let stream = state.withLock({ $0.stream }) else { throw .givenUp }
            return stream
        }
    }

    private func use(_ stream: StreamHandle) throws {
        let isWanted = state.withLock { state in
            if !state.isCancelled { state.stream = stream }
            return !state.isCancelled
        }
        guard isWanted else {
            stream.cancel(.cancelled)
            throw RPCError.givenUp
        }
    }

    /// - Throws: the error, when there is no other attempt.
    private func wait(after error: RPCError, wasSent: Bool) async throws {
        let duration = state.withLock { state in
            state.isCancelled ? nil : state.attempts.pause(after: error, wasSent: wasSent)
        }
        guard let duration, patience.outlasts(duration) else { throw error }
        try await pause(for: duration)
    }
}
