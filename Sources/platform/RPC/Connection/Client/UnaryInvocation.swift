import NIOCore
import Synchronization

/// One unary call as its caller waits for it, whatever is asked and answered: one hand-over to the
/// connection, and one back.
final class UnaryInvocation: CallReceiver {
    typealias Continuation = UnsafeContinuation<ByteBuffer, any Error>

    private enum State {
        case idle
        case waiting(Continuation)
        case ended
    }

    private let connection: Reference<ClientConnection>
    private let state = Mutex(State.idle)
    // Touched on the event loop of the connection only.
    nonisolated(unsafe) var id: UInt32 = 0
    nonisolated(unsafe) private var answer: ByteBuffer?
    nonisolated(unsafe) private var fault: RPCError?

    init(on connection: Reference<ClientConnection>) {
        self.connection = connection
    }

    /// Makes the call.
    ///
    /// - Throws: `RPCError` with the status of the call, or `cancelled`.
    func answer(to opening: CallOpening) async throws -> ByteBuffer {
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let isWanted = state.withLock { state in
                    guard case .idle = state else { return false }
                    state = .waiting(continuation)
                    return true
                }
                guard isWanted else { return continuation.resume(throwing: RPCError.givenUp) }
                if let connection = connection.ifOnEventLoop {
                    connection.open(self, opening)
                } else {
                    connection.submit(self, opening)
                }
            }
        } onCancel: {
            finish(.failure(.givenUp))
            connection.run { $0.cancel(self, with: .cancelled) }
        }
    }

    private func finish(_ result: Result<ByteBuffer, RPCError>) {
        let waiting: Continuation? = state.withLock { state in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }

    func deliver(_ message: ByteBuffer, cost: Int) -> Bool {
        if answer != nil {
            fault = RPCError(.internal, "the server sent more than one response")
        }
        answer = message
        return true
    }

    func end(_ error: RPCError?) {
        if let error = error ?? fault { return finish(.failure(error)) }
        guard let answer else {
            return finish(
                .failure(
                    RPCError(.internal, "the server ended the call well but sent no response")))
        }
        finish(.success(answer))
    }

    func abort(_ error: RPCError) {
        finish(.failure(error))
    }

    var isAborted: Bool {
        state.withLock { if case .ended = $0 { true } else { false } }
    }
}

extension RPCError {
    package static var givenUp: RPCError {
        RPCError(.cancelled, "the call was cancelled by its caller")
    }
}
